/** Contradictions of billing details; they stop nobody. */
export function Contradictions({ found }: { found: readonly string[] }) {
  return (
    <div role="status" className="text-sm text-amber empty:hidden">
      {found.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

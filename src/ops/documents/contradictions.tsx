/** What billing details say against each other; it stops nobody. */
export function Contradictions({ found }: { found: readonly string[] }) {
  return (
    <div role="status" className="text-sm text-amber empty:hidden">
      {found.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

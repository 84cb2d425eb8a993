/** Error of an import step; empty without one. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-red empty:hidden">
      {text}
    </p>
  );
}

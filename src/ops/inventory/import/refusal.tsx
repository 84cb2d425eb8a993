/** Why a step did not work, or nothing. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-red empty:hidden">
      {text}
    </p>
  );
}

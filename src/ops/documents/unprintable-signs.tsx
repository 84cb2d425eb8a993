/** The texts of a document with signs that are printed as question marks; nothing where all can be printed. */
export function UnprintableSigns({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section
      role="status"
      aria-label="Unprintable signs"
      className="rounded-sm bg-amber-pale px-3 py-2.5 text-sm text-ink"
    >
      <p className="font-medium">These signs cannot be printed:</p>
      <ul className="mt-1 space-y-1">
        {texts.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ValueChange } from '#domain/inventory/item-log.ts';

/** Changed fields of an item, each with its value before and after. */
export function ValueChanges({ changes }: { changes: readonly ValueChange[] }) {
  return (
    <ul className="text-ink-quiet">
      {changes.map(({ field, label, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {label}: {before} → <span className="text-ink">{after}</span>
        </li>
      ))}
    </ul>
  );
}

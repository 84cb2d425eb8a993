import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { fieldLabel, type FormChange } from '#domain/inventory/item-form-values.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';

export interface ConflictNoticeProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  changes: readonly FormChange[];
}

/** Lists the fields that somebody else changed while this form was open. */
export function ConflictNotice({ kind, lookups, changes }: ConflictNoticeProps) {
  const words = (field: string, value: string | boolean) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return lookups[field]?.find(({ id }) => id === value)?.label ?? (value || 'nothing');
  };
  return (
    <div role="alert" className="mb-4 rounded-md bg-amber-pale px-4 py-3 text-sm">
      <p className="font-medium">
        Somebody else changed this {kind.texts.toggled} meanwhile. Nothing of yours was saved yet.
      </p>
      <ul className="mt-2 space-y-1.5">
        {changes.map(({ field, before, theirs, isYours }) => (
          <li key={field} className="break-words">
            <span className="font-medium">{fieldLabel(kind, field)}:</span> {words(field, before)} →{' '}
            {words(field, theirs)}
            {isYours ? '. Saving again puts yours in its manager.' : ', taken over below.'}
          </li>
        ))}
      </ul>
    </div>
  );
}

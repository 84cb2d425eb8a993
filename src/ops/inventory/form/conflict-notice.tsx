import { MeanwhileNotice } from '../../kit/meanwhile-notice.tsx';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { fieldLabel, type FormChange } from '#domain/inventory/item-form-values.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';

export interface ConflictNoticeProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  conflict: ItemConflict;
}

/** Shows the changes of somebody else to an item while its form was open. */
export interface ItemConflict {
  /** Fields of the form; none where only other facts changed. */
  changes: readonly FormChange[];
  isArchived: boolean;
}

/** Says what somebody else did while this form was open, with the fields that they changed. */
export function ConflictNotice({ kind, lookups, conflict }: ConflictNoticeProps) {
  const { changes, isArchived } = conflict;
  const words = (field: string, value: string | boolean) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return lookups[field]?.find(({ id }) => id === value)?.label ?? (value || 'nothing');
  };
  return (
    <MeanwhileNotice news={conflict}>
      <p className="font-medium">
        Somebody else {isArchived ? 'archived' : 'changed'} this {kind.texts.toggled} meanwhile.
        Nothing of yours was saved yet.
      </p>
      {isArchived && (
        <p className="mt-2">
          Until somebody restores it, from the list of what is archived, it is in no catalogue and
          cannot be active.
        </p>
      )}
      {changes.length === 0 && <p className="mt-2">No field below differs: you can save again.</p>}
      <ul className="mt-2 space-y-1.5">
        {changes.map(({ field, before, theirs, isYours }) => (
          <li key={field} className="wrap-anywhere">
            <span className="font-medium">{fieldLabel(kind, field)}:</span> {words(field, before)} →{' '}
            {words(field, theirs)}
            {isYours ? '. Saving again puts yours in its manager.' : ', taken over below.'}
          </li>
        ))}
      </ul>
    </MeanwhileNotice>
  );
}

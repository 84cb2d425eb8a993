import { useState } from 'react';
import type { ItemsChange } from '#data/stock/inventory-bulk.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { changeText } from '#domain/inventory/item-log.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { lookupLabel } from '../shared/lookup-label.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';

export interface ConfirmBulkChangeProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  /** Number of affected items. */
  count: number;
  /** New values; undefined while closed. */
  values: ItemsChange | undefined;
  onCancel: () => void;
  onConfirm: (values: ItemsChange) => void;
}

/** Confirms a change that goes beyond the current page, with its number of items and effect. */
export function ConfirmBulkChange({
  values,
  onCancel,
  onConfirm,
  ...change
}: ConfirmBulkChangeProps) {
  // why: the text stays during the closing animation.
  const [last, setLast] = useState(values);
  if (values && values !== last) setLast(values);
  const items = counted(change.count, 'item', 'items');
  return (
    <ConfirmDialog
      open={values !== undefined}
      title={`Change ${items}?`}
      text={last && <Effect {...change} values={last} />}
      onCancel={onCancel}
    >
      <Button onClick={() => values && onConfirm(values)}>change {items}</Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}

type EffectProps = Pick<ConfirmBulkChangeProps, 'kind' | 'lookups'> & { values: ItemsChange };

function Effect({ kind, lookups, values }: EffectProps) {
  const columns = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      kind.lookups.find((lookup) => lookup.key === key)?.field ?? key,
      value,
    ]),
  );
  return (
    <>
      <p className="wrap-anywhere">
        <strong className="font-medium text-ink">
          {changeText(kind, columns, lookupLabel(lookups))}
        </strong>{' '}
        for all that the list has, also on its other pages.
        {values['active'] === false && ' Visitors no longer see them.'}
        {values['active'] === true && ' Visitors see all of them.'}
      </p>
      <p className="mt-1">It can be undone under “changes”.</p>
    </>
  );
}

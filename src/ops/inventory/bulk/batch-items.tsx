import { useQuery } from '@tanstack/react-query';
import { batchItemsQuery } from '#data/stock/inventory-bulk.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { valueChanges, type ItemBatch } from '#domain/inventory/item-log.ts';
import { formatCount } from '#ui/count.ts';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ValueChanges } from '../shared/value-changes.tsx';
import { lookupLabel } from '../shared/lookup-label.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';

export interface BatchItemsProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  batch: ItemBatch;
}

/** The items of a batch, each with its old and new values. */
export function BatchItems({ kind, lookups, batch }: BatchItemsProps) {
  const items = useQuery(batchItemsQuery(useStaffApi(), batch.id));
  if (items.isError) {
    return <ReadFailure level={3} title="The values could not be loaded" read={items} />;
  }
  if (!items.data) return <p role="status">Loading...</p>;
  const more = batch.changed + batch.created - items.data.length;
  return (
    <>
      <ul className="space-y-1.5 pt-1 pb-2">
        {items.data.map((item) => (
          <li key={item.item_id}>
            <span className="text-ink-quiet tabular-nums">{item.code}</span>{' '}
            <span className="wrap-anywhere">{item.name}</span>
            {item.is_new ? (
              <p className="text-ink-quiet">new</p>
            ) : (
              <ValueChanges
                changes={valueChanges(kind, item.was, item.became, lookupLabel(lookups))}
              />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-quiet">and {formatCount(more)} more</p>}
    </>
  );
}

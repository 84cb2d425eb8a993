import type { ReactNode } from 'react';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { InventoryCard } from './inventory-card.tsx';
import type { ManagerContext } from '../shared/manager-context.ts';
import type { Selection } from './use-selection.tsx';

export interface InventoryGridProps {
  manager: ManagerContext;
  selection: Selection;
  /** Undefined during the first load. */
  items: readonly ListedItem[] | undefined;
  /** The items are from the previous query while the next one loads. */
  stale: boolean;
  empty: ReactNode;
}

const skeletons = Array.from({ length: 8 }, (_, at) => at);

/** A manager's items as cards, 1 to 4 per row by screen width. */
export function InventoryGrid({ manager, selection, items, stale, empty }: InventoryGridProps) {
  if (items?.length === 0) return <div className="px-3 py-10">{empty}</div>;
  return (
    <ul
      aria-label={manager.kind.texts.title}
      aria-busy={!items}
      className={classNames(
        'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
        stale && 'opacity-60',
      )}
    >
      {items
        ? items.map((item) => (
            <li key={item.id}>
              <InventoryCard manager={manager} selection={selection} item={item} />
            </li>
          ))
        : skeletons.map((at) => (
            <li key={at} className="overflow-hidden rounded-lg border border-rule bg-surface">
              <Skeleton className="aspect-4/3 w-full rounded-none" />
              <div className="space-y-2.5 p-3.5">
                <Skeleton className="h-4 w-3/4" />
                <Skeleton className="h-3.5 w-1/2" />
                <Skeleton className="h-6 w-2/3" />
              </div>
            </li>
          ))}
    </ul>
  );
}

import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { formatCount } from '#ui/count.ts';

/** Pieces of an item that are free today; stronger where that is not all of them. */
export function FreeToday({ item }: { item: Pick<ListedItem, 'free_today' | 'quantity'> }) {
  const { free_today: free, quantity } = item;
  if (free === null) return <span title="Not counted">–</span>;
  if (free >= quantity) return formatCount(free);
  return (
    <strong className="font-semibold" title={`${formatCount(free)} of ${formatCount(quantity)}`}>
      {formatCount(free)}
    </strong>
  );
}

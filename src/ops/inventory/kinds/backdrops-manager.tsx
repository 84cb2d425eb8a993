import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { areaText } from '#domain/area.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import { lookupColumn, priceColumn, quantityColumn } from '../list/item-columns.tsx';
import type { ManagerDefinition } from '../shared/manager-context.ts';

/** The size's name followed by length × width in feet; only once where both are the same text. */
function sizeText(item: ListedItem): string {
  const area = areaText(Number(item['length_feet']), Number(item['width_feet']));
  const name = item.names['size'] ?? '–';
  return name === area ? area : `${name} · ${area}`;
}

/** The backdrops manager. */
export const backdropsManager: ManagerDefinition = {
  kind: backdropInventory,
  columns: [
    lookupColumn('color', 'colour', '6.5rem'),
    {
      key: 'size',
      header: 'size',
      width: '9.5rem',
      cell: (item) => <span title={sizeText(item)}>{sizeText(item)}</span>,
    },
    lookupColumn('material', 'material', '6.5rem'),
    quantityColumn,
    priceColumn('price', { decimals: true }),
  ],
  // why: beside the size and a price with decimals the name would have no room left.
  stockColumnsFrom: { free_today: 90, next_reserved: 105 },
  hasUntitledEdit: true,
};

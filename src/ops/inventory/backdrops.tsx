import type { ListedItem } from '#data/inventory.ts';
import { areaText } from '#domain/area.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import {
  codeColumn,
  imageColumn,
  lastColumns,
  lookupColumn,
  nameColumn,
  priceColumn,
  quantityColumn,
} from './item-columns.tsx';
import type { ManagerSlots } from './slots.ts';

/** The size's name with length × width in feet, or once where they are the same. */
function sizeText(item: ListedItem): string {
  const area = areaText(Number(item['length_feet']), Number(item['width_feet']));
  const name = item.names['size'] ?? '–';
  return name === area ? area : `${name} · ${area}`;
}

/** The backdrops manager. */
export const backdrops: ManagerSlots = {
  kind: backdropInventory,
  path: '/ops/backdrops-manager',
  columns: (place) => [
    imageColumn,
    codeColumn(place),
    nameColumn(place),
    lookupColumn('color', 'colour'),
    {
      key: 'size',
      header: 'size',
      width: '12rem',
      cell: (item) => <span title={sizeText(item)}>{sizeText(item)}</span>,
    },
    lookupColumn('material', 'material'),
    quantityColumn,
    priceColumn('price', { decimals: true }),
    ...lastColumns(place, ''),
  ],
};

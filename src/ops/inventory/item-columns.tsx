import { formatCount } from '#ui/count.ts';
import { Pencil } from 'lucide-react';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { ItemLink } from './item-link.tsx';
import { ItemSwitch } from './item-switch.tsx';
import { DuplicateItem } from './bulk/duplicate-item.tsx';
import type { ItemColumn, ManagerPlace } from './slots.ts';
import { Thumb } from './thumb.tsx';

/** The first picture. */
export const imageColumn: ItemColumn = {
  key: 'image',
  header: 'image',
  width: '4rem',
  cell: (item) => (
    <Thumb url={item.images[0]} widths={[80, 160]} sizes="40px" className="h-7.5 w-10 rounded-sm" />
  ),
};

/** The generated code. */
export function codeColumn({ kind }: ManagerPlace): ItemColumn {
  return {
    key: 'code',
    header: kind.texts.code,
    width: '7rem',
    sort: 'code',
    cell: (item) => <span className="text-ink-quiet tabular-nums">{item.code}</span>,
  };
}

/** The name, which leads to the item. */
export function nameColumn(place: ManagerPlace): ItemColumn {
  return {
    key: 'name',
    header: 'name',
    sort: 'name',
    cell: (item) => (
      <ItemLink place={place} item={item} isRow className="font-medium hover:underline">
        {item.name}
      </ItemLink>
    ),
  };
}

/** What an item refers to, by the lookup's key. */
export function lookupColumn(header: string, key: string, width = '10%'): ItemColumn {
  return {
    key,
    header,
    width,
    cell: (item) => <span title={item.names[key] ?? undefined}>{item.names[key] ?? '–'}</span>,
  };
}

/** How many there are. */
export const quantityColumn: ItemColumn = {
  key: 'quantity',
  header: 'quantity',
  width: '5.25rem',
  align: 'end',
  sort: '-quantity',
  cell: (item) => formatCount(item.quantity),
};

/** Rupees per day; `decimals` where they are always shown. */
export function priceColumn(header = 'price', { decimals = false } = {}): ItemColumn {
  return {
    key: 'price',
    header,
    width: decimals ? '7rem' : '6rem',
    align: 'end',
    sort: '-price',
    cell: (item) => (decimals ? formatTotal : formatPrice)(item.price),
  };
}

/** The two switches, and the button that opens the item. */
export function lastColumns(place: ManagerPlace, editHeader = 'edit'): ItemColumn[] {
  const { kind } = place;
  return [
    {
      key: 'in_studio',
      header: 'in studio',
      width: '5.25rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="in_studio" />,
    },
    {
      key: 'active',
      header: 'active',
      width: '4.25rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="active" />,
    },
    {
      key: 'edit',
      header: editHeader,
      width: '5rem',
      cell: (item) => (
        <span className="flex">
          <ItemLink
            place={place}
            item={item}
            label={`edit ${item.name}`}
            className={`${buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true })} -my-1 -ml-2.5`}
          >
            <Pencil aria-hidden size={16} />
          </ItemLink>
          <DuplicateItem place={place} item={item} />
        </span>
      ),
    },
  ];
}

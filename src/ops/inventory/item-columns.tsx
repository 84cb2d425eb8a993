import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { ListedItem } from '#data/inventory.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { ItemSwitch } from './item-switch.tsx';
import type { ItemColumn, ManagerPlace } from './slots.ts';
import { Thumb } from './thumb.tsx';

const count = new Intl.NumberFormat('en-IN');

/** The first picture. */
export const imageColumn: ItemColumn = {
  key: 'image',
  header: 'image',
  width: '4rem',
  cell: (item) => (
    <Thumb url={item.images[0]} widths={[80, 160]} sizes="40px" className="h-7.5 w-10 rounded-sm" />
  ),
};

/** The generated code, headed 'prop ID'. */
export function codeColumn(header: string): ItemColumn {
  return {
    key: 'code',
    header,
    width: '7rem',
    sort: 'code',
    cell: (item) => <span className="tabular-nums">{item.code}</span>,
  };
}

/** The name, which leads to the item. */
export function nameColumn({ search }: ManagerPlace): ItemColumn {
  return {
    key: 'name',
    header: 'name',
    sort: 'name',
    cell: (item) => (
      <Link
        to="."
        search={{ ...search, edit: item.code }}
        resetScroll={false}
        preload={false}
        data-row-link
        className="font-medium hover:text-teal hover:underline"
      >
        {item.name}
      </Link>
    ),
  };
}

/** What an item refers to, by the lookup's key. */
export function lookupColumn(header: string, key: string, width = '8rem'): ItemColumn {
  return { key, header, width, cell: (item) => item.names[key] ?? '–' };
}

/** How many there are. */
export const quantityColumn: ItemColumn = {
  key: 'quantity',
  header: 'quantity',
  width: '6rem',
  align: 'end',
  sort: '-quantity',
  cell: (item) => count.format(item.quantity),
};

/** Rupees per day; `decimals` where they are always shown. */
export function priceColumn(header = 'price', { decimals = false } = {}): ItemColumn {
  return {
    key: 'price',
    header,
    width: '7rem',
    align: 'end',
    sort: '-price',
    cell: (item) => (decimals ? formatTotal : formatPrice)(item.price),
  };
}

/** The two switches, and the button that opens the item. */
export function lastColumns({ kind, search }: ManagerPlace): ItemColumn[] {
  return [
    {
      key: 'in_studio',
      header: 'in studio',
      width: '5.5rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="in_studio" />,
    },
    {
      key: 'active',
      header: 'active',
      width: '5rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="active" />,
    },
    {
      key: 'edit',
      header: 'edit',
      width: '4rem',
      cell: (item: ListedItem) => (
        <Link
          to="."
          search={{ ...search, edit: item.code }}
          resetScroll={false}
          preload={false}
          role="button"
          aria-label={`edit ${item.name}`}
          className={`${buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true })} -my-1 -ml-2.5`}
        >
          <Pencil aria-hidden size={16} />
        </Link>
      ),
    },
  ];
}

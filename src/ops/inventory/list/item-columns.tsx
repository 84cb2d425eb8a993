import { formatCount } from '#ui/count.ts';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayText } from '#domain/availability/availability-text.ts';
import { formatDate } from '#domain/dates.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { ArchiveItem } from './archive-item.tsx';
import { ItemLink } from './item-link.tsx';
import { FreeToday } from './free-today.tsx';
import { ItemSwitch } from './item-switch.tsx';
import { DuplicateItem } from './duplicate-item.tsx';
import type { ItemColumn, ManagerContext, ManagerDefinition } from '../shared/manager-context.ts';
import { Thumbnail } from '../../kit/thumbnail.tsx';

/** All table columns of a manager: the shared ones around those of its kind. */
export function itemColumns(
  manager: ManagerContext,
  { columns, hasUntitledEdit }: ManagerDefinition,
): ItemColumn[] {
  return [
    imageColumn,
    codeColumn(manager),
    nameColumn(manager),
    ...columns,
    freeTodayColumn,
    nextReservedColumn,
    ...lastColumns(manager, hasUntitledEdit && <span className="sr-only">edit</span>),
  ];
}

const imageColumn: ItemColumn = {
  key: 'image',
  header: 'image',
  width: '4rem',
  cell: (item) => (
    <Thumbnail
      url={item.images[0]}
      widths={[80, 160]}
      sizes="40px"
      className="h-7.5 w-10 rounded-sm"
    />
  ),
};

function codeColumn({ kind }: ManagerContext): ItemColumn {
  return {
    key: 'code',
    header: kind.texts.code,
    width: '6.75rem',
    sort: 'code',
    cell: (item) => <span className="text-ink-quiet tabular-nums">{item.code}</span>,
  };
}

function nameColumn(manager: ManagerContext): ItemColumn {
  return {
    key: 'name',
    header: 'name',
    sort: 'name',
    cell: (item) => (
      <ItemLink manager={manager} item={item} isRow className="font-medium hover:underline">
        {item.name}
      </ItemLink>
    ),
  };
}

/** The name of a lookup value. `key` is the lookup's. */
export function lookupColumn(header: string, key: string, width = '9%'): ItemColumn {
  return {
    key,
    header,
    width,
    cell: (item) => <span title={item.names[key] ?? undefined}>{item.names[key] ?? '–'}</span>,
  };
}

/** Number of pieces. */
export const quantityColumn: ItemColumn = {
  key: 'quantity',
  header: 'quantity',
  width: '4.75rem',
  align: 'end',
  sort: '-quantity',
  cell: (item) => formatCount(item.quantity),
};

const freeTodayColumn: ItemColumn = {
  key: 'free_today',
  header: 'free today',
  width: '5.25rem',
  align: 'end',
  cell: (item) => <FreeToday item={item} />,
};

const nextReservedColumn: ItemColumn = {
  key: 'next_reserved',
  header: 'next reservation',
  width: '7.25rem',
  cell: ({ next_reserved: day }) =>
    day ? <span title={formatDate(day)}>{dayText(day)}</span> : '–',
};

/** Rupees per day; with `decimals`, two decimals always. */
export function priceColumn(header = 'price', { decimals = false } = {}): ItemColumn {
  return {
    key: 'price',
    header,
    width: decimals ? '6.5rem' : '5.75rem',
    align: 'end',
    sort: '-price',
    cell: (item) => (decimals ? formatTotal : formatPrice)(item.price),
  };
}

/** The two switches, and the buttons that open, duplicate and archive the item. */
function lastColumns(manager: ManagerContext, editHead: ReactNode): ItemColumn[] {
  const { kind } = manager;
  return [
    {
      key: 'in_studio',
      header: 'in studio',
      width: '4.75rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="in_studio" />,
    },
    {
      key: 'active',
      header: 'active',
      width: '4rem',
      cell: (item) => <ItemSwitch kind={kind} item={item} field="active" />,
    },
    {
      key: 'edit',
      header: 'edit',
      head: editHead,
      width: '7.25rem',
      cell: (item) => (
        <span className="flex">
          <ItemLink
            manager={manager}
            item={item}
            label={`Edit ${item.name}`}
            className={`${buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true })} -my-1 -ml-2.5`}
          >
            <Pencil aria-hidden size={16} />
          </ItemLink>
          <DuplicateItem manager={manager} item={item} />
          <ArchiveItem kind={kind} item={item} />
        </span>
      ),
    },
  ];
}

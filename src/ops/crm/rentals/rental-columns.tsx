import { rentalDays } from '#domain/days.ts';
import {
  customerName,
  formatRentalDates,
  formatReceived,
  initialsOf,
  itemsText,
} from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';
import type { Column } from '#ui/data-table.tsx';
import { RecordLink } from './record-link.tsx';

/** The columns that differ between enquiries and orders. */
export interface RentalColumnsOptions<Row extends Rental> {
  numberOf: (row: Row) => string;
  /** Label of the creation date: 'Received', 'Ordered'. */
  dateLabel: string;
  statuses: readonly Column<Row>[];
  /** Name of the owner; absent where there is no room for the column. */
  ownerOf?: ((row: Row) => string | null) | undefined;
}

/** The columns of a list of enquiries or orders. */
export function rentalColumns<Row extends Rental>(
  options: RentalColumnsOptions<Row>,
): Column<Row>[] {
  const { numberOf, dateLabel, statuses, ownerOf } = options;
  return [
    {
      key: 'number',
      header: 'Number',
      sort: 'number',
      width: '7rem',
      cell: (row) => (
        <RecordLink number={numberOf(row)} className="font-medium tabular-nums hover:underline">
          {numberOf(row)}
        </RecordLink>
      ),
    },
    {
      key: 'created',
      header: dateLabel,
      sort: '-created',
      width: '9.5rem',
      cell: (row) => (
        <time
          dateTime={row.created_at}
          title={formatMoment(row.created_at)}
          className="text-ink-quiet tabular-nums"
        >
          {formatReceived(row.created_at)}
        </time>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      sort: 'name',
      width: '8.5rem',
      cell: (row) => <span title={customerName(row.customer)}>{customerName(row.customer)}</span>,
    },
    {
      key: 'items',
      header: 'Items',
      cell: (row) => <span title={itemsText(row.items)}>{itemsText(row.items) || '–'}</span>,
    },
    {
      key: 'dates',
      header: 'Dates',
      sort: '-rental_from',
      width: '10.75rem',
      cell: (row) => {
        const dates = formatRentalDates(row.rental_from, row.rental_to);
        return (
          <span title={dates} className="tabular-nums">
            {dates}
          </span>
        );
      },
    },
    {
      key: 'days',
      header: 'Days',
      sort: '-days',
      width: '3.75rem',
      align: 'end',
      cell: (row) => rentalDays(row.rental_from, row.rental_to),
    },
    {
      key: 'total',
      header: 'Total excl. GST',
      sort: '-total',
      width: '8.25rem',
      align: 'end',
      cell: (row) => formatTotal(row.total_price),
    },
    ...statuses,
    ...(ownerOf
      ? [
          {
            key: 'owner',
            header: 'Owner',
            width: '4.5rem',
            cell: (row: Row) => <OwnerInitials name={ownerOf(row)} />,
          },
        ]
      : []),
  ];
}

function OwnerInitials({ name }: { name: string | null }) {
  if (name === null) return <span className="text-ink-quiet">–</span>;
  return (
    <span title={name}>
      <span aria-hidden>{initialsOf(name)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

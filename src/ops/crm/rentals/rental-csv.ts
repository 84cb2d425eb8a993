import { itemsText } from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { formatStamp, rentalDays } from '#domain/dates.ts';
import type { CsvColumn } from '../../shell/csv-export.tsx';

/** What makes the file of a list its own. */
export interface RentalCsvOptions<Row extends Rental> {
  numberOf: (row: Row) => string;
  /** What the day is called on which it came: 'Received'. */
  came: string;
  statuses: readonly CsvColumn<Row>[];
}

/** The columns of a file of enquiries or orders; moments on the studio's clock, totals in rupees. */
export function rentalCsv<Row extends Rental>(options: RentalCsvOptions<Row>): CsvColumn<Row>[] {
  return [
    { header: 'Number', cell: options.numberOf },
    { header: options.came, cell: (row) => formatStamp(row.created_at) },
    ...options.statuses,
    { header: 'Customer number', cell: (row) => row.customer.customer_number },
    { header: 'First name', cell: (row) => row.customer.first_name },
    { header: 'Last name', cell: (row) => row.customer.last_name },
    { header: 'Mobile', cell: (row) => row.customer.mobile },
    { header: 'Email', cell: (row) => row.customer.email },
    { header: 'Rental from', cell: (row) => row.rental_from },
    { header: 'Rental to', cell: (row) => row.rental_to },
    { header: 'Rental days', cell: (row) => rentalDays(row.rental_from, row.rental_to) },
    { header: 'Items', cell: (row) => itemsText(row.items) },
    { header: 'Total excl. GST', cell: (row) => row.total_price },
    { header: 'Message', cell: (row) => row.message },
  ];
}

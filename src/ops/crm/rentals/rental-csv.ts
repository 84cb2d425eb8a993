import { rentalDays } from '#domain/days.ts';
import { itemsText } from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { formatStamp } from '#domain/dates.ts';
import type { CsvColumn } from '../../kit/export/csv-file.ts';

/** The parts that differ between the CSVs of enquiries and orders. */
export interface RentalCsvOptions<Row extends Rental> {
  numberOf: (row: Row) => string;
  /** Label of the creation date: 'Received', 'Ordered'. */
  dateLabel: string;
  statuses: readonly CsvColumn<Row>[];
}

/** Columns of the CSV of enquiries or orders; times in the studio's time zone, totals in rupees. */
export function rentalCsv<Row extends Rental>(options: RentalCsvOptions<Row>): CsvColumn<Row>[] {
  return [
    { header: 'Number', cell: options.numberOf },
    { header: options.dateLabel, cell: (row) => formatStamp(row.created_at) },
    ...options.statuses,
    { header: 'Customer number', cell: (row) => row.customer.customer_number },
    { header: 'First name', cell: (row) => row.customer.first_name },
    { header: 'Last name', cell: (row) => row.customer.last_name },
    { header: 'Mobile', cell: (row) => row.customer.mobile },
    { header: 'E-mail', cell: (row) => row.customer.email },
    { header: 'Rental from', cell: (row) => row.rental_from },
    { header: 'Rental to', cell: (row) => row.rental_to },
    { header: 'Rental days', cell: (row) => rentalDays(row.rental_from, row.rental_to) },
    { header: 'Items', cell: (row) => itemsText(row.items) },
    { header: 'Total excl. GST', cell: (row) => row.total_price },
    { header: 'Message', cell: (row) => row.message },
  ];
}

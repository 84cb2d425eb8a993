import { formatStamp } from '#domain/dates.ts';
import { PAYMENT_METHODS, paymentText, type PaymentKind } from '#domain/money/payment.ts';
import type { PaymentRecord } from '#domain/money/registers.ts';
import type { CsvColumn } from '../kit/export/csv-file.ts';

/**
 * The money that an entry moved into the studio, in rupees: negative when it moved out, 0 for TDS, for what was
 * written off and for a deposit that was applied.
 */
export function moneyIn({ kind, reverses, amount }: PaymentRecord): number {
  const moved = (one: PaymentKind | null) =>
    Number(one === 'received') - Number(one === 'refunded');
  return amount * (kind === 'reversal' ? 0 - moved(reverses) : moved(kind));
}

/** `Received`; of a reversal also the entry that it takes back: `Reversal: Received`. */
function entryText({ account, kind, reverses }: PaymentRecord): string {
  const text = paymentText({ account, kind });
  return reverses === null ? text : `${text}: ${paymentText({ account, kind: reverses })}`;
}

/** Columns of the CSV of payments: the day and moment in the studio's zone, amounts in rupees. */
export const PAYMENT_COLUMNS: readonly CsvColumn<PaymentRecord>[] = [
  { header: 'Day', cell: ({ day }) => day },
  { header: 'Order', cell: ({ order }) => order },
  { header: 'Customer number', cell: ({ customer }) => customer },
  { header: 'Customer', cell: (row) => row.customer_name },
  { header: 'Account', cell: ({ account }) => (account === 'rental' ? 'Rent' : 'Deposit') },
  { header: 'Entry', cell: entryText },
  { header: 'Amount', cell: ({ amount }) => amount },
  { header: 'Money in', cell: moneyIn },
  { header: 'Method', cell: ({ method }) => method && PAYMENT_METHODS[method] },
  { header: 'Reference', cell: ({ reference }) => reference },
  { header: 'Voucher', cell: ({ voucher }) => voucher },
  { header: 'Reversed', cell: ({ reversed }) => (reversed ? 'yes' : '') },
  { header: 'Note', cell: ({ note }) => note },
  { header: 'Recorded', cell: (row) => formatStamp(row.created_at) },
  { header: 'Recorded by', cell: (row) => row.created_by_name },
];

// why one formatter for all: toLocaleString costs more than drawing the cell.
const amounts = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 });

/** An amount in rupees with Indian grouping and 2 decimals: `12,34,567.89`, `−50.00`. */
export const amount = (rupees: number): string => amounts.format(rupees).replace('-', '−');

/** The same with the sign of the rupee: `₹12,34,567.89`. */
export function rupees(value: number): string {
  return value < 0 ? `−₹${amounts.format(-value)}` : `₹${amounts.format(value)}`;
}

/** A number of pieces or days. */
export const number = (value: number): string => plain.format(value);

/** A rate of tax in percent: `18%`, `2.5%`. */
export const percent = (rate: number): string => `${plain.format(rate)}%`;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A date `2026-11-23` in words: `23 November 2026`. */
export function longDate(date: string): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

const shortDate = (date: string) => longDate(date).replace(/ (\p{L}{3})\p{L}+ /u, ' $1 ');

/** The days of a rental: `14–16 Nov 2026`, `30 Nov – 2 Dec 2026`. */
export function dateRange(from: string, to: string): string {
  if (from === to) return shortDate(from);
  const [first, last] = [shortDate(from), shortDate(to)];
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8, 10))}–${last}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${first.slice(0, -5)} – ${last}`
    : `${first} – ${last}`;
}

/** A phone number as it is read here: `+91 98450 12345`. */
export const phone = (text: string): string => text.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');

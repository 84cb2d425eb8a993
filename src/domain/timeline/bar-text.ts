import { daysText, lengthText, periodText } from '../availability/availability-text.ts';
import { momentText } from '../crm/hold-text.ts';
import { pieceCountText } from '../stock/stock-text.ts';
import type { LineShortage, TimelineBar, TimelineRow } from './timeline-rows.ts';

/** The look of a bar. */
export type BarLook =
  | 'booked'
  | 'held'
  | 'out'
  | 'overdue'
  | 'returned'
  | 'out-of-service'
  | 'hired-in';

/** The look of a bar, by its kind and status. */
export function barLook({ kind, status, overdue }: TimelineBar): BarLook {
  if (kind === 'out_of_service') return 'out-of-service';
  if (kind === 'sub_rental') return 'hired-in';
  if (overdue) return 'overdue';
  return status === 'released' ? 'returned' : status;
}

/** The state of each look in words, as the legend has them. */
export const LOOK_TEXTS: Record<BarLook, string> = {
  booked: 'Booked',
  held: 'Held',
  out: 'Out',
  overdue: 'Overdue',
  returned: 'Returned',
  'out-of-service': 'Out of service',
  'hired-in': 'Hired in',
};

/** The text that says who a bar is for: `ORD-00012 Asha Rao`, 'Out of service', 'Rental' where orders are not shown. */
export function barTitle(bar: TimelineBar): string {
  const rental = bar.order ?? bar.enquiry;
  if (rental) return rental.customer ? `${rental.number} ${rental.customer}` : rental.number;
  if (bar.kind === 'rental') return 'Rental';
  return LOOK_TEXTS[barLook(bar)];
}

const isOrderRow = ({ type }: TimelineRow) => type === 'order' || type === 'enquiry';

/** The text inside of a bar: `Asha Rao · 2`, in a row of an order `5 pieces`. */
export function barLabel(bar: TimelineBar, row: TimelineRow): string {
  if (isOrderRow(row)) return pieceCountText(bar.quantity);
  const rental = bar.order ?? bar.enquiry;
  const who = rental ? (rental.customer ?? rental.number) : (bar.reason ?? barTitle(bar));
  return bar.quantity > 1 ? `${who} · ${bar.quantity}` : who;
}

/** A bar in one sentence: `ORD-00012 Asha Rao, 2 of Club chair, 14–16 Nov, out`. */
export function barName(bar: TimelineBar, row: TimelineRow, now: Date): string {
  const pieces = isOrderRow(row)
    ? pieceCountText(bar.quantity)
    : `${bar.quantity} of ${row.name ?? row.code}`;
  const state = LOOK_TEXTS[barLook(bar)].toLowerCase();
  const title = barTitle(bar);
  return [
    title,
    bar.reason,
    pieces,
    periodText(bar),
    // why: a bar without an order is called by its state.
    title.toLowerCase() !== state &&
      (bar.expires_at ? `${state} until ${momentText(bar.expires_at, now)}` : state),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A row's facts under its name: `PRP-00012 · 3 pieces`, `ORD-00012 · 5 pieces`, 'not counted' without a quantity. */
export function rowDetail({ code, of, pieces }: TimelineRow): string {
  const count = pieces ?? of;
  return `${code} · ${count === null ? 'not counted' : pieceCountText(count)}`;
}

/** A move: `ORD-00012: 15–17 Nov · 3 days` */
export function movedText(bar: TimelineBar, dates: { from: string; to: string }): string {
  return `${bar.order?.number ?? ''}: ${lengthText(dates)}`;
}

/** A line that would be short: `Club chair: 2 wanted, 1 free on 15 Nov` */
export function shortLineText({ name, quantity, free, days }: LineShortage): string {
  const figures = free === null ? `${quantity} wanted` : `${quantity} wanted, ${free} free`;
  return `${name}: ${figures} on ${daysText(days)}`;
}

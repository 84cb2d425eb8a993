import { addDays, type StudioDate } from '../days.ts';
import type { RentalDates } from '../availability/rental-search.ts';
import type { DeskStep } from '../desk/pick-list.ts';
import type { Period } from './periods.ts';
import type { TimelineBar } from './timeline-rows.ts';

/** The part of a bar that is dragged: all of it moves, or one end does. */
export type Grip = 'bar' | 'start' | 'end';

/** Whether a bar can be moved that way: what is booked can, and what is out can only get another last day. */
export function canMove(bar: TimelineBar, grip: Grip): boolean {
  if (bar.kind !== 'rental' || bar.order === null || bar.lines.length === 0) return false;
  return bar.status === 'booked' || (bar.status === 'out' && grip === 'end');
}

/** The next step at the desk of a bar: the hand-over of what is booked, the return of what is out. Null for all others. */
export function deskStep({ kind, status, order }: TimelineBar): DeskStep | null {
  if (kind !== 'rental' || order === null) return null;
  if (status === 'booked') return 'hand-over';
  return status === 'out' ? 'return' : null;
}

/** The days of a bar that is moved by some days. An end stops at the other end, so that one day stays. */
export function movedDates({ from, to }: RentalDates, grip: Grip, days: number): RentalDates {
  if (grip === 'bar') return { from: addDays(from, days), to: addDays(to, days) };
  const [start, end] = [addDays(from, days), addDays(to, days)];
  return grip === 'start'
    ? { from: start < to ? start : to, to }
    : { from, to: end > from ? end : from };
}

/** The move of a key on a selected bar: arrows move it, with Shift its last day; null for other keys. */
export function keyMove(key: string, shift: boolean): { grip: Grip; days: number } | null {
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return days === undefined ? null : { grip: shift ? 'end' : 'bar', days };
}

/** Whole days that a pointer has been dragged. Both in pixels. */
export function draggedDays(distance: number, dayWidth: number): number {
  // why + 0: rounding a small negative number gives -0.
  return dayWidth > 0 ? Math.round(distance / dayWidth) + 0 : 0;
}

/**
 * The days from one place of a row to another, in either direction.
 * @param one place in columns from the row's first day; 1.5 is the middle of its second day
 */
export function daysUnder({ first, days }: Period, one: number, other: number): RentalDates {
  const columnAt = (place: number) => Math.min(days - 1, Math.max(0, Math.floor(place)));
  const [from, to] = [columnAt(Math.min(one, other)), columnAt(Math.max(one, other))];
  return { from: addDays(first, from), to: addDays(first, to) };
}

/**
 * The grip at a place of a bar: its ends are handles, unless it is too short to have any.
 * @param x pixels from the bar's start
 * @param width of the bar, in pixels
 */
export function gripAt(x: number, width: number): Grip {
  if (width < 4 * HANDLE) return x > width - HANDLE ? 'end' : 'bar';
  if (x < HANDLE) return 'start';
  return x > width - HANDLE ? 'end' : 'bar';
}

/** Pixels at an end of a bar that move this end only. */
const HANDLE = 7;

/** A change of `change_order` that moves a line, or without `line` the whole order, to other days. */
export interface DatesChange {
  action: 'dates';
  line?: string;
  rental_from: StudioDate;
  rental_to: StudioDate;
  /** The days that the person saw. */
  expected: { rental_from: StudioDate; rental_to: StudioDate };
}

/** The changes of an order that give a bar's lines other days; refused if its days are no longer those of the bar. */
export function datesChanges(bar: TimelineBar, { from, to }: RentalDates): DatesChange[] {
  const change: DatesChange = {
    action: 'dates',
    rental_from: from,
    rental_to: to,
    expected: { rental_from: bar.from, rental_to: bar.to },
  };
  return bar.whole ? [change] : bar.lines.map((line) => ({ ...change, line }));
}

import { addDays, type StudioDate } from '../days.ts';
import { MOST_RENTAL_DAYS, type RentalDates } from './rental-search.ts';

const textOf = (time: number): StudioDate => new Date(time).toISOString().slice(0, 10);

/** The same day some months later; the last day of a month that is shorter. */
export function addMonths(date: StudioDate, months: number): StudioDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The first day of a date's month. */
export function monthOf(date: StudioDate): StudioDate {
  return `${date.slice(0, 7)}-01`;
}

/** 0 for Sunday to 6 for Saturday, the columns of a month. */
const columnOf = (date: StudioDate) => new Date(date).getUTCDay();

/**
 * The weeks of a date's month, Sunday first; null before its first and after its last day.
 * @param today weeks that are wholly before it are left out
 */
export function weeksOf(date: StudioDate, today: StudioDate): (StudioDate | null)[][] {
  const first = monthOf(date);
  const weeks: (StudioDate | null)[][] = [];
  for (
    let day = addDays(first, -columnOf(first));
    day < addMonths(first, 1);
    day = addDays(day, 7)
  ) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(day, index));
    if (addDays(day, 6) < today) continue;
    weeks.push(week.map((one) => (monthOf(one) === first ? one : null)));
  }
  return weeks;
}

/**
 * The day that a key moves to in a calendar (WAI-ARIA date picker pattern): arrows by a day or a week,
 * Home and End within the week, Page Up and Page Down by a month; null for any other key.
 */
export function movedDay(key: string, date: StudioDate): StudioDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -columnOf(date));
    case 'End':
      return addDays(date, 6 - columnOf(date));
    case 'PageUp':
      return addMonths(date, -1);
    case 'PageDown':
      return addMonths(date, 1);
    default:
      return null;
  }
}

/** Rental dates while they are being selected. */
export interface PickedDates {
  from: StudioDate | null;
  to: StudioDate | null;
}

/**
 * The selection after a press on a day: the first press sets the start, the second the end. A press
 * before the start, beyond the longest period or after both are set begins again.
 */
export function pickDay({ from, to }: PickedDates, day: StudioDate): PickedDates {
  const isEnd = from && !to && day >= from && day < addDays(from, MOST_RENTAL_DAYS);
  return isEnd ? { from, to: day } : { from: day, to: null };
}

/** The selected period; a start without an end is a rental of one day. */
export function pickedDates({ from, to }: PickedDates): RentalDates | null {
  return from ? { from, to: to ?? from } : null;
}

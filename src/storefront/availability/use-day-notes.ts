import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { itemCalendarQuery } from '#data/catalogue/availability.ts';
import { dayNotes } from '#domain/availability/day-notes.ts';
import { addMonths, monthOf } from '#domain/availability/month.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import { addDays, rentalDays, studioToday, type StudioDate } from '#domain/days.ts';
import { MONTHS, type DayNote } from '#dates/months.tsx';

/** An item whose free days are shown. */
export type ShownItem = Pick<ItemDetail, 'kind' | 'id'>;

/** The longest calendar that one call reads, in days. */
const MOST_DAYS = 92;

interface CalendarPart {
  from: StudioDate;
  to: StudioDate;
  days: number;
}

/** The days from today that are read first: they hold the months that show at the beginning. */
export function nextDays(): CalendarPart {
  const from = studioToday();
  return { from, to: addDays(from, MOST_DAYS - 1), days: MOST_DAYS };
}

/** The days to read for the months that begin with a date's month. */
export function calendarPart(first: StudioDate): CalendarPart {
  const next = nextDays();
  const from = monthOf(first) < next.from ? next.from : monthOf(first);
  const to = addDays(addMonths(monthOf(first), MONTHS), -1);
  return to <= next.to ? next : { from, to, days: rentalDays(from, to) };
}

/**
 * The notes of an item's days in the months that begin with a date's month.
 * @param item null: any item, so there are none
 */
export function useDayNotes(
  item: ShownItem | null,
  first: StudioDate,
): ((day: StudioDate) => DayNote | null) | undefined {
  const { api } = useRouter().options.context;
  const part = calendarPart(first || studioToday());
  const { kind, id } = item ?? { kind: 'prop', id: '' };
  const { data } = useQuery({
    ...itemCalendarQuery(api, { type: kind, id }, part.from, part.days),
    enabled: item !== null,
  });
  return data && dayNotes(data, part.from, part.to);
}

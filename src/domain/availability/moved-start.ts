import { addDays, isStudioDate, rentalDays, type StudioDate } from '../days.ts';

/** Two days as their fields hold them; '' while a field is empty. */
export interface TypedDates {
  from: StudioDate;
  to: StudioDate;
}

/**
 * Rental dates with another first day. Beyond the last day the rental moves and keeps its length; without a last
 * day it is one day.
 * @param before the dates before its field was changed: while a date is typed, the field passes through others
 */
export function movedStart(before: TypedDates, from: StudioDate): TypedDates {
  if (before.to === '') return { from, to: from };
  if (!isStudioDate(from) || from <= before.to) return { from, to: before.to };
  const isRental = isStudioDate(before.from) && before.from <= before.to;
  const days = isRental ? rentalDays(before.from, before.to) : 1;
  return { from, to: addDays(from, days - 1) };
}

import type { StudioDate } from '../days.ts';

/** The note of a day in an item's calendar, beside its number. */
export interface FreeNote {
  /** Printed small under the number: '2'; '' where figures are not shown. */
  text: string;
  /** For screen readers: '2 of 3 free', 'booked'. */
  label: string;
  /** Nothing is free. */
  struck: boolean;
}

/** An item's free pieces on some days; days that are not listed have all of them. */
export interface FreeDays {
  /** The pieces there are; null where they are not counted or not shown. */
  of: number | null;
  days: readonly { day: StudioDate; free: number }[];
}

/**
 * The notes of an item's calendar, by day. Without figures only booked days have one: the others are
 * free, or not counted.
 * @param first first day that was read
 * @param last last day that was read; days outside have no note
 */
export function dayNotes(
  { of, days }: FreeDays,
  first: StudioDate,
  last: StudioDate,
): (day: StudioDate) => FreeNote | null {
  const taken = new Map(days.map(({ day, free }) => [day, free]));
  return (day) => {
    const free = taken.get(day) ?? of;
    if (free === null || day < first || day > last) return null;
    if (free === 0) return { text: of === null ? '' : '0', label: 'booked', struck: true };
    if (of === null) return null;
    // why: pieces hired in come on top of those there are.
    const label = free > of ? `${free} free` : `${free} of ${of} free`;
    return { text: String(free), label, struck: false };
  };
}

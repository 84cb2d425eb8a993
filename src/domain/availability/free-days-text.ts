import { addDays, type StudioDate } from '../days.ts';
import { dayText, periodText } from './availability-text.ts';
import type { FreeDays } from './day-notes.ts';
import type { RentalDates } from './rental-search.ts';

/**
 * The next days on which an item is free: `Free from today`, `Booked · free from 18 Nov`,
 * `Free 14–16 Nov, then from 20 Nov`. Null where nothing is known: pieces are not counted, or not shown.
 * @param first the day from which the calendar was read: today
 * @param last the last day that was read
 */
export function freeDaysText(
  { of, days }: FreeDays,
  first: StudioDate,
  last: StudioDate,
): string | null {
  if (of === null && days.length === 0) return null;
  const booked = new Set(days.filter(({ free }) => free === 0).map(({ day }) => day));
  const runs: RentalDates[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const run = runs.at(-1);
    if (booked.has(day)) continue;
    if (run && run.to === addDays(day, -1)) run.to = day;
    else runs.push({ from: day, to: day });
  }
  const [run, next] = runs;
  if (!run) return `Booked until ${dayText(last)}`;
  if (run.to === last)
    return run.from === first ? 'Free from today' : `Booked · free from ${dayText(run.from)}`;
  if (!next) return `Free ${periodText(run)}`;
  return `Free ${periodText(run)}, then ${next.to === last ? `from ${dayText(next.from)}` : periodText(next)}`;
}

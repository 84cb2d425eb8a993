import * as z from 'zod/mini';
import { isStudioDate, WEEKDAYS } from '../days.ts';
import { count, optionalText, studioDate, text, visitorsSee } from '../shape.ts';
import { ITEM_KINDS, type ItemKind } from '../catalogue/kinds/kind.ts';
import { formatDate } from '../dates.ts';

export type VisitorsSee = z.output<typeof visitorsSee>;

/** A day on which the studio is closed. */
const closedDay = z.object({
  day: studioDate,
  reason: optionalText,
});
export type ClosedDay = z.output<typeof closedDay>;

/** The studio's settings of availability. */
export const availabilitySettings = z.object({
  shows: visitorsSee,
  /** Days after a rental, by kind of item. */
  turnaround: z.object({
    prop: count,
    cloth: count,
    backdrop: count,
    gear: count,
    set: count,
    crew: count,
  } satisfies Record<ItemKind, unknown>),
  /** ISO weekdays, 1 (Monday) to 7. */
  closed_weekdays: z.array(count),
  closed_days: z.array(closedDay),
  updated_at: text,
});
export type AvailabilitySettings = z.output<typeof availabilitySettings>;

/** The settings that an admin edits: all but the version. Turnarounds as typed. */
export interface SettingsDraft {
  shows: VisitorsSee;
  turnaround: Record<ItemKind, string>;
  closed_weekdays: number[];
  closed_days: { day: string; reason: string }[];
}

/** The database's limits. */
const MOST_TURNAROUND_DAYS = 30;
export const LONGEST_CLOSED_REASON = 200;

const byKind = <Value>(of: (kind: ItemKind) => Value) =>
  Object.fromEntries(ITEM_KINDS.map((kind) => [kind, of(kind)])) as Record<ItemKind, Value>;

/** The form's values of saved settings. */
export function draftOf(settings: AvailabilitySettings): SettingsDraft {
  return {
    shows: settings.shows,
    turnaround: byKind((kind) => String(settings.turnaround[kind])),
    closed_weekdays: [...settings.closed_weekdays].toSorted((one, other) => one - other),
    closed_days: settings.closed_days
      .map(({ day, reason }) => ({ day, reason: reason ?? '' }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  };
}

/** The error in typed turnaround days, or null. */
function turnaroundProblem(typed: string): string | null {
  if (!/^\d+$/.test(typed.trim())) return 'Enter whole days, like 1';
  return Number(typed) > MOST_TURNAROUND_DAYS ? `At most ${MOST_TURNAROUND_DAYS} days` : null;
}

/** The errors of a draft by field: `turnaround.prop`, `closed_days.0`. Empty for none. */
export function settingsProblems(draft: SettingsDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const kind of ITEM_KINDS) {
    const problem = turnaroundProblem(draft.turnaround[kind]);
    if (problem) problems[`turnaround.${kind}`] = problem;
  }
  if (draft.closed_weekdays.length >= WEEKDAYS.length) {
    problems['closed_weekdays'] = 'Leave at least one day open';
  }
  for (const [at, { day }] of draft.closed_days.entries()) {
    if (!isStudioDate(day)) problems[`closed_days.${at}`] = 'Enter a date';
    else if (draft.closed_days.findIndex((one) => one.day === day) < at) {
      problems[`closed_days.${at}`] = `${formatDate(day)} is in the list already`;
    }
  }
  return problems;
}

/** The settings to save, without their version; of a draft without problems. */
export function settingsOf(draft: SettingsDraft): Omit<AvailabilitySettings, 'updated_at'> {
  return {
    shows: draft.shows,
    turnaround: byKind((kind) => Number(draft.turnaround[kind])),
    closed_weekdays: draft.closed_weekdays,
    closed_days: draft.closed_days.map(({ day, reason }) => ({
      day,
      reason: reason.trim() || null,
    })),
  };
}

/** A setting that differs between two versions. */
export interface SettingChange {
  label: string;
  before: string;
  after: string;
}

const SHOWS_TEXTS: Record<VisitorsSee, string> = {
  exact: 'figures',
  'yes-no': 'yes or no',
  off: 'nothing',
};

/** The settings that differ, with texts, in the order of the page. `kindLabels`: 'Props' by kind. */
export function settingChanges(
  before: SettingsDraft,
  after: SettingsDraft,
  kindLabels: Record<ItemKind, string>,
): SettingChange[] {
  const rows = [
    { label: 'Visitors see', of: ({ shows }: SettingsDraft) => SHOWS_TEXTS[shows] },
    ...ITEM_KINDS.map((kind) => ({
      label: `Days of turnaround, ${kindLabels[kind].toLowerCase()}`,
      of: ({ turnaround }: SettingsDraft) => turnaround[kind],
    })),
    { label: 'Closed weekdays', of: weekdaysText },
    { label: 'Closed days', of: closedDaysText },
  ];
  return rows
    .map(({ label, of }) => ({ label, before: of(before), after: of(after) }))
    .filter((change) => change.before !== change.after);
}

const weekdaysText = ({ closed_weekdays }: SettingsDraft) =>
  closed_weekdays.map((weekday) => WEEKDAYS[weekday - 1] ?? '').join(', ') || 'none';

const closedDaysText = ({ closed_days }: SettingsDraft) =>
  closed_days
    .map(({ day, reason }) => (reason ? `${formatDate(day)} (${reason})` : formatDate(day)))
    .join(', ') || 'none';

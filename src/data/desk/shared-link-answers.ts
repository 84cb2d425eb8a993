import * as z from 'zod/mini';
import { optionalText, studioDate, text } from '#domain/shape.ts';
import { calendarEvent } from '#domain/calendar/calendar-file.ts';
import { crewBooking } from '#domain/calendar/day-sheet.ts';
import type { Answers } from '../core/answer-call.ts';

/** A calendar as its link shows it. */
const calendarFeed = z.object({
  /** Name of the member of staff or crew; null for the studio's. */
  name: optionalText,
  subject: z.enum(['studio', 'staff', 'crew']),
  events: z.array(calendarEvent),
});
export type CalendarFeed = z.output<typeof calendarFeed>;

/** A crew member's day. */
const crewDaySheet = z.object({
  name: text,
  category: optionalText,
  day: studioDate,
  note: optionalText,
  bookings: z.array(crewBooking),
});
export type CrewDaySheet = z.output<typeof crewDaySheet>;

/** Answers of the database functions that open a link. */
export const SHARED_LINK_ANSWERS = {
  calendar_feed: z.nullable(calendarFeed),
  day_sheet: z.nullable(crewDaySheet),
} satisfies Answers;

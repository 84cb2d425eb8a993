import * as z from 'zod/mini';
import type { CalendarEvent } from '#domain/calendar/calendar-file.ts';
import type { CrewBooking } from '#domain/calendar/day-sheet.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { CalendarFeed, CrewDaySheet } from './shared-links.ts';

const text = z.string();
const optionalText = z.nullable(text);

const event: Schema<CalendarEvent> = z.object({
  uid: text,
  from: text,
  to: text,
  number: text,
  customer: optionalText,
  status: text,
  tentative: z.boolean(),
  pieces: z.nullable(z.number()),
  created_at: text,
  updated_at: text,
} satisfies Fields<CalendarEvent>);

const feed: Schema<CalendarFeed> = z.object({
  name: optionalText,
  subject: z.enum(['studio', 'staff', 'crew']),
  events: z.array(event),
} satisfies Fields<CalendarFeed>);

const booking: Schema<CrewBooking> = z.object({
  number: text,
  from: text,
  to: text,
  sets: z.array(text),
  crew: z.array(text),
} satisfies Fields<CrewBooking>);

const sheet: Schema<CrewDaySheet> = z.object({
  name: text,
  category: optionalText,
  day: text,
  note: optionalText,
  bookings: z.array(booking),
} satisfies Fields<CrewDaySheet>);

/** Answers of the database functions that open a link. */
export const SHARED_LINK_ANSWERS = {
  calendar_feed: z.nullable(feed),
  day_sheet: z.nullable(sheet),
} satisfies Answers;

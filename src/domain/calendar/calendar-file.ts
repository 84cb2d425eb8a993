import * as z from 'zod/mini';
import { optionalText, studioDate, text } from '../shape.ts';
import { addDays, type StudioDate } from '../days.ts';

/** A booking in a calendar feed. */
export const calendarEvent = z.object({
  /** Stable id. */
  uid: text,
  from: studioDate,
  /** Last day. */
  to: studioDate,
  /** ORD-00012 or ENQ-00012. */
  number: text,
  /** Null in a crew member's calendar. */
  customer: optionalText,
  /** Label. */
  status: text,
  /** Not confirmed: an enquiry or a hold. */
  tentative: z.boolean(),
  pieces: z.nullable(z.number()),
  /** ISO. */
  created_at: text,
  /** ISO. */
  updated_at: text,
});
export type CalendarEvent = z.output<typeof calendarEvent>;

/** Maximum octets of a line (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

/**
 * A calendar by RFC 5545: all-day events, CRLF, lines folded at 75 octets.
 * @param name of the calendar
 * @param host part of the events' ids
 */
export function calendarFile(name: string, host: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Studio Rental//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, host)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, host: string): string[] {
  const { uid, from, to, number, customer, status, tentative, pieces, created_at } = event;
  const changed = utc(event.updated_at);
  const age = Date.parse(event.updated_at) - Date.parse(created_at);
  const detail = [status, pieces && `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${host}`,
    `DTSTAMP:${changed}`,
    `CREATED:${utc(created_at)}`,
    `LAST-MODIFIED:${changed}`,
    // why seconds since it was made: a number that grows with every change, without a counter.
    `SEQUENCE:${Math.max(0, Math.floor(age / 1000))}`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    // why the day after: the end is exclusive.
    `DTEND;VALUE=DATE:${compact(addDays(to, 1))}`,
    `SUMMARY:${escaped([number, customer].filter(Boolean).join(' · '))}`,
    `DESCRIPTION:${escaped(detail.filter(Boolean).join(' · '))}`,
    `STATUS:${tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const compact = (date: StudioDate) => date.replaceAll('-', '');

/** `20261114T093000Z` */
const utc = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`);

/** Folds a line at 75 octets, between characters. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let text = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LONGEST_LINE) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

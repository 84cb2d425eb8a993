import { describe, expect, it } from 'vitest';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const event: CalendarEvent = {
  uid: '7d3f',
  from: '2026-12-30',
  to: '2026-12-31',
  number: 'ORD-00012',
  customer: 'Asha Rao',
  status: 'Confirmed',
  tentative: false,
  pieces: 3,
  created_at: '2026-11-14T09:30:00.000Z',
  updated_at: '2026-11-14T10:30:00.500Z',
};
const linesOf = (name: string, ...events: CalendarEvent[]) =>
  calendarFile(name, 'studio.example', events).split('\r\n');

describe('calendarFile', () => {
  it('ends each line with CRLF, and an event on the day after its last', () => {
    const file = calendarFile('Bookings', 'studio.example', [event]);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(linesOf('Bookings', event)).toEqual(
      expect.arrayContaining([
        'UID:7d3f@studio.example',
        'DTSTART;VALUE=DATE:20261230',
        'DTEND;VALUE=DATE:20270101',
        'DTSTAMP:20261114T103000Z',
        'LAST-MODIFIED:20261114T103000Z',
        'SEQUENCE:3600',
        'SUMMARY:ORD-00012 · Asha Rao',
        'DESCRIPTION:Confirmed · 3 pieces',
        'STATUS:CONFIRMED',
      ]),
    );
  });

  it('escapes text, so that none begins a line or a property', () => {
    const lines = linesOf('A; b, c\\d', { ...event, customer: 'Evil\r\nEND:VCALENDAR' });
    expect(lines).toContain(String.raw`X-WR-CALNAME:A\; b\, c\\d`);
    expect(lines).toContain(String.raw`SUMMARY:ORD-00012 · Evil\nEND:VCALENDAR`);
    expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
  });

  it('folds lines at 75 octets between characters', () => {
    const customer = '₹é😀'.repeat(30);
    const lines = linesOf('Bookings', { ...event, customer });
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:ORD-00012 · ${customer}`);
  });

  it('marks what is not confirmed, and leaves out what is unknown', () => {
    const held = { ...event, tentative: true, customer: null, pieces: null, status: 'Held' };
    const lines = linesOf('Bookings', held);
    expect(lines).toEqual(
      expect.arrayContaining(['STATUS:TENTATIVE', 'SUMMARY:ORD-00012', 'DESCRIPTION:Held']),
    );
  });
});

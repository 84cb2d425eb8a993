import { describe, expect, it } from 'vitest';
import {
  extendedHoldEnd,
  fromLocalField,
  isHeld,
  momentText,
  proposedHoldEnd,
  timeLeftText,
  toLocalField,
} from './hold-text.ts';

/** Sunday, 22 November 2026, 4:30 pm in the studio. */
const now = new Date('2026-11-22T11:00:00Z');

describe('the end of a hold', () => {
  it('is said by weekday within a week, else by date, in the studio’s time zone', () => {
    expect(momentText('2026-11-22T12:30:00Z', now)).toBe('today 6\u00A0pm');
    expect(momentText('2026-11-26T12:30:00Z', now)).toBe('Thu 6\u00A0pm');
    expect(momentText('2026-11-26T12:45:00Z', now)).toBe('Thu 6:15\u00A0pm');
    expect(momentText('2026-11-28T18:29:00Z', now)).toBe('Sat 11:59\u00A0pm');
    expect(momentText('2026-11-28T18:31:00Z', now)).toBe('29\u00A0Nov 12:01\u00A0am');
    expect(momentText('2026-11-20T12:30:00Z', now)).toBe('20\u00A0Nov 6\u00A0pm');
  });

  it('is said with the time left', () => {
    expect(timeLeftText('2026-11-25T11:00:00Z', now)).toBe('3 days left');
    expect(timeLeftText('2026-11-24T10:59:00Z', now)).toBe('47 h left');
    expect(timeLeftText('2026-11-22T12:00:00Z', now)).toBe('1 h left');
    expect(timeLeftText('2026-11-22T11:19:30Z', now)).toBe('20 min left');
    expect(timeLeftText('2026-11-22T11:00:00Z', now)).toBe('ended');
    expect(isHeld('2026-11-22T11:00:01Z', now)).toBe(true);
    expect(isHeld('2026-11-22T11:00:00Z', now)).toBe(false);
  });

  it('is proposed for 6 pm in two days, and before the first line begins', () => {
    const from = (...dates: (string | null)[]) =>
      proposedHoldEnd(
        dates.map((rental_from) => ({ rental_from })),
        now,
      );
    expect(from('2026-12-14')).toBe('2026-11-24T12:30:00.000Z');
    expect(from('2026-12-14', '2026-11-24', null)).toBe('2026-11-23T12:30:00.000Z');
    expect(from('2026-11-23')).toBe('2026-11-22T12:30:00.000Z');
    expect(from('2026-11-22')).toBeNull();
    expect(from(null)).toBeNull();
    const evening = new Date('2026-11-22T12:30:00Z');
    expect(proposedHoldEnd([{ rental_from: '2026-11-23' }], evening)).toBeNull();
  });

  it('is typed in the studio’s time zone', () => {
    expect(toLocalField('2026-11-24T12:30:00.000Z')).toBe('2026-11-24T18:00');
    expect(fromLocalField('2026-11-24T18:00')).toBe('2026-11-24T12:30:00.000Z');
    expect(fromLocalField('')).toBeNull();
  });
});

describe('extending a hold by a day', () => {
  const lines = [{ rental_from: '2026-12-14' }, { rental_from: null }];
  it.each<[string, string, number, string | null]>([
    ['6 pm of the next day', '2026-12-10T12:30:00Z', 0, '2026-12-11T12:30:00.000Z'],
    ['from another time of day', '2026-12-10T04:00:00Z', 1, '2026-12-11T12:30:00.000Z'],
    ['up to the evening before the rental', '2026-12-12T12:30:00Z', 0, '2026-12-13T12:30:00.000Z'],
    ['not into the rental', '2026-12-13T12:30:00Z', 0, null],
    ['not a third time', '2026-12-10T12:30:00Z', 2, null],
  ])('%s', (_, until, extensions, end) => {
    expect(extendedHoldEnd(lines, until, extensions)).toBe(end);
  });
});

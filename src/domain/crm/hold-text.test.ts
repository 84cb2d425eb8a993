import { describe, expect, it } from 'vitest';
import {
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
    expect(momentText('2026-11-22T12:30:00Z', now)).toBe('today 6 pm');
    expect(momentText('2026-11-26T12:30:00Z', now)).toBe('Thu 6 pm');
    expect(momentText('2026-11-26T12:45:00Z', now)).toBe('Thu 6:15 pm');
    expect(momentText('2026-11-28T18:29:00Z', now)).toBe('Sat 11:59 pm');
    expect(momentText('2026-11-28T18:31:00Z', now)).toBe('29 Nov 12:01 am');
    expect(momentText('2026-11-20T12:30:00Z', now)).toBe('20 Nov 6 pm');
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

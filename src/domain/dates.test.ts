import { describe, expect, it } from 'vitest';
import { isStudioDate, rentalDays, studioMinute, studioToday } from './days.ts';
import { isQuiet } from './messages/notice-settings.ts';
import { formatDate, formatDay, formatMoment, formatPeriod, formatStamp } from './dates.ts';

describe('dates', () => {
  it('uses the studio’s time zone for today', () => {
    expect(studioToday(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20');
    expect(studioToday(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21');
  });

  it('reads no format for people: they differ between browsers and systems', () => {
    const own = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { value: () => '11/20/2026' });
    const moment = new Date('2026-11-20T18:30:00Z');
    try {
      expect(studioToday(moment)).toBe('2026-11-21');
      expect(studioMinute(moment)).toBe('2026-11-21T00:00');
      expect(formatStamp(moment.toISOString())).toBe('2026-11-21 00:00');
      expect(isQuiet({ quiet_from: '22:00', quiet_to: '07:00' }, moment)).toBe(true);
      expect(isQuiet({ quiet_from: '00:01', quiet_to: '07:00' }, moment)).toBe(false);
    } finally {
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', own);
    }
  });

  it('counts the first and the last day of a rental', () => {
    expect(rentalDays('2026-11-21', '2026-11-21')).toBe(1);
    expect(rentalDays('2026-11-21', '2026-11-23')).toBe(3);
    expect(rentalDays('2026-02-28', '2026-03-01')).toBe(2);
  });

  it('counts one day if a date is missing', () => {
    expect(rentalDays(null, '2026-11-23')).toBe(1);
    expect(rentalDays('2026-11-21', '')).toBe(1);
  });

  it('rejects dates that do not exist', () => {
    expect(isStudioDate('2028-02-29')).toBe(true);
    expect(isStudioDate('2027-02-29')).toBe(false);
    expect(isStudioDate('2026-13-01')).toBe(false);
    expect(isStudioDate('21/11/2026')).toBe(false);
    expect(isStudioDate('0202-11-21')).toBe(false);
    expect(rentalDays('0026-11-27', '2026-11-28')).toBe(1);
  });

  it('formats dates and times in the studio’s time zone', () => {
    expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
    expect(formatMoment('2026-11-21T04:05:00Z')).toMatch(/^21\u00A0Nov\u00A02026, 9:35\u00A0am$/i);
    expect(formatMoment('nonsense')).toBe('');
    expect(formatPeriod('2026-12-01', '2026-12-03')).toBe('1 Dec 2026 – 3 Dec 2026, 3\u00A0days');
    expect(formatPeriod('2026-12-01', '2026-12-01')).toBe('1 Dec 2026, 1\u00A0day');
    // 18:30 UTC is midnight in the studio's time zone.
    expect(formatDay('2026-11-20T18:30:00Z')).toBe('21 Nov 2026');
    expect(formatDay('nonsense')).toBe('');
    expect(formatStamp('2026-11-20T18:30:00Z')).toBe('2026-11-21 00:00');
    expect(formatStamp('nonsense')).toBe('');
  });
});

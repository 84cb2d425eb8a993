import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDay,
  formatMoment,
  formatPeriod,
  formatStamp,
  isStudioDate,
  rentalDays,
  studioToday,
} from './dates.ts';

describe('dates', () => {
  it('takes today from the studio, not from the visitor', () => {
    expect(studioToday(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20');
    expect(studioToday(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21');
  });

  it('counts both ends of a rental', () => {
    expect(rentalDays('2026-11-21', '2026-11-21')).toBe(1);
    expect(rentalDays('2026-11-21', '2026-11-23')).toBe(3);
    expect(rentalDays('2026-02-28', '2026-03-01')).toBe(2);
  });

  it('counts one day when a date is missing', () => {
    expect(rentalDays(null, '2026-11-23')).toBe(1);
    expect(rentalDays('2026-11-21', '')).toBe(1);
  });

  it('knows a real date from one that only looks like it', () => {
    expect(isStudioDate('2028-02-29')).toBe(true);
    expect(isStudioDate('2027-02-29')).toBe(false);
    expect(isStudioDate('2026-13-01')).toBe(false);
    expect(isStudioDate('21/11/2026')).toBe(false);
  });

  it('shows dates and moments as the studio reads them', () => {
    expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
    expect(formatMoment('2026-11-21T04:05:00Z')).toMatch(/21 Nov 2026, 9:35\s?am/i);
    expect(formatMoment('nonsense')).toBe('');
    expect(formatPeriod('2026-12-01', '2026-12-03')).toBe('1 Dec 2026 – 3 Dec 2026, 3 days');
    expect(formatPeriod('2026-12-01', '2026-12-01')).toBe('1 Dec 2026, 1 day');
    // 18:30 UTC is the studio's midnight.
    expect(formatDay('2026-11-20T18:30:00Z')).toBe('21 Nov 2026');
    expect(formatDay('nonsense')).toBe('');
    expect(formatStamp('2026-11-20T18:30:00Z')).toBe('2026-11-21 00:00');
    expect(formatStamp('nonsense')).toBe('');
  });
});

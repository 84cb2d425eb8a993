import { describe, expect, it } from 'vitest';
import { parseRentalSearch, rentalDatesOf } from './rental-search.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const parse = (raw: object) => parseRentalSearch(raw, now);

describe('the rental dates of an address', () => {
  it('are both dates, and whether only free items are listed', () => {
    const dates = { from: '2026-12-14', to: '2026-12-16' };
    expect(parse({ ...dates, q: 'lamp' })).toEqual(dates);
    expect(parse({ ...dates, free: '1' })).toEqual({ ...dates, free: 1 });
    expect(parse({ ...dates, free: 1 })).toEqual({ ...dates, free: 1 });
    expect(parse({ ...dates, free: 'yes' })).toEqual(dates);
    expect(rentalDatesOf(parse({ ...dates, free: '1' }))).toEqual(dates);
  });

  it('are dropped together with `free` unless both are usable', () => {
    const bad = [
      {},
      { from: '2026-12-14' },
      { to: '2026-12-14' },
      { from: '2026-12-16', to: '2026-12-14' },
      { from: '2026-11-19', to: '2026-11-21' },
      { from: '2027-02-29', to: '2027-03-01' },
      { from: '2026-13-01', to: '2026-13-02' },
      { from: '14-12-2026', to: '16-12-2026' },
      { from: '2026-12-14T00:00', to: '2026-12-16' },
      { from: '2026-12-14 ', to: '2026-12-16' },
      { from: ['2026-12-14', '2026-12-15'], to: '2026-12-16' },
      { from: '+020261-12-14', to: '+020261-12-16' },
      { from: 'Mon, 14 Dec 2026', to: '2026' },
    ];
    expect(bad.filter((raw) => Object.keys(parse({ ...raw, free: '1' })).length > 0)).toEqual([]);
    expect(rentalDatesOf({})).toBeNull();
  });

  it('may begin today in the studio’s time zone', () => {
    const today = { from: '2026-11-20', to: '2026-11-20' };
    expect(parseRentalSearch(today, Date.parse('2026-11-20T18:29:59Z'))).toEqual(today);
    expect(parseRentalSearch(today, Date.parse('2026-11-20T18:30:00Z'))).toEqual({});
  });

  it('last at most 92 days, over the end of a year and 29 February', () => {
    expect(parse({ from: '2026-12-01', to: '2027-03-02' })).toHaveProperty('to');
    expect(parse({ from: '2026-12-01', to: '2027-03-03' })).toEqual({});
    expect(parse({ from: '2028-02-29', to: '2028-02-29' })).toHaveProperty('from');
  });
});

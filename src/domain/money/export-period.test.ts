import { describe, expect, it } from 'vitest';
import { studioToday } from '../days.ts';
import { monthsOf, namedPeriods, periodProblems } from './export-period.ts';

describe('the periods that are offered', () => {
  it('are the months and financial years of today and before', () => {
    expect(namedPeriods('2026-12-03')).toEqual({
      month: { name: 'Dec 2026', from: '2026-12-01', to: '2026-12-31' },
      lastMonth: { name: 'Nov 2026', from: '2026-11-01', to: '2026-11-30' },
      year: { name: 'FY 2026–27', from: '2026-04-01', to: '2027-03-31' },
      lastYear: { name: 'FY 2025–26', from: '2025-04-01', to: '2026-03-31' },
    });
  });

  it('go back over a new year, and know leap years', () => {
    expect(namedPeriods('2027-01-31').lastMonth).toMatchObject({
      from: '2026-12-01',
      to: '2026-12-31',
    });
    expect(namedPeriods('2028-03-01').lastMonth).toMatchObject({
      from: '2028-02-01',
      to: '2028-02-29',
    });
    expect(namedPeriods('2099-05-01').year.name).toBe('FY 2099–00');
  });

  it('change with the day in India, not with the day in London', () => {
    const lastMinute = namedPeriods(studioToday(new Date('2027-03-31T18:29:59Z')));
    const midnight = namedPeriods(studioToday(new Date('2027-03-31T18:30:00Z')));
    expect([lastMinute.year.from, lastMinute.month.from]).toEqual(['2026-04-01', '2027-03-01']);
    expect([midnight.year.from, midnight.month.from]).toEqual(['2027-04-01', '2027-04-01']);
    expect(midnight.lastYear).toMatchObject({ from: '2026-04-01', to: '2027-03-31' });
  });
});

describe('a typed period', () => {
  it.each([
    ['', '2026-12-03', { from: 'Enter the first day.' }],
    ['2026-12-03', '2026-02-30', { to: 'Enter the last day.' }],
    ['2026-12-03', '2026-12-02', { to: 'The last day is before the first.' }],
    ['2016-04-01', '2026-04-01', { to: 'Select at most 10 years.' }],
    ['2016-04-01', '2026-03-31', {}],
    ['2026-12-03', '2026-12-03', {}],
  ])('from "%s" to "%s" has the problems %o', (from, to, problems) => {
    expect(periodProblems({ from, to })).toEqual(problems);
  });

  it('is read month by month, without gaps and without overlaps', () => {
    expect(monthsOf({ from: '2026-11-15', to: '2027-02-10' })).toEqual([
      { name: 'Nov 2026', from: '2026-11-15', to: '2026-11-30' },
      { name: 'Dec 2026', from: '2026-12-01', to: '2026-12-31' },
      { name: 'Jan 2027', from: '2027-01-01', to: '2027-01-31' },
      { name: 'Feb 2027', from: '2027-02-01', to: '2027-02-10' },
    ]);
    expect(monthsOf({ from: '2026-12-03', to: '2026-12-03' })).toEqual([
      { name: 'Dec 2026', from: '2026-12-03', to: '2026-12-03' },
    ]);
    expect(monthsOf({ from: '2016-04-01', to: '2026-03-31' })).toHaveLength(120);
  });
});

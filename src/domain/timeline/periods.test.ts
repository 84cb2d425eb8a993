import { expect, it } from 'vitest';
import { columnText, daysOf, mondayOf, periodTitle, turnedDate, viewPeriod } from './periods.ts';

it('a view has the days around a date', () => {
  expect(viewPeriod('day', '2026-11-18')).toEqual({ first: '2026-11-18', days: 1 });
  expect(viewPeriod('week', '2026-11-22')).toEqual({ first: '2026-11-16', days: 7 });
  expect(viewPeriod('week', '2026-11-23')).toEqual({ first: '2026-11-23', days: 7 });
  expect(viewPeriod('month', '2028-02-10')).toEqual({ first: '2028-02-01', days: 29 + 14 });
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
});

it('pages turn by a view', () => {
  expect(turnedDate('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(turnedDate('week', '2026-11-18', -1)).toBe('2026-11-09');
  expect(turnedDate('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(turnedDate('month', '2026-01-31', -1)).toBe('2025-12-01');
});

it('the days of a period are in order', () => {
  expect(daysOf({ first: '2026-11-30', days: 2 })).toEqual(['2026-11-30', '2026-12-01']);
});

it('a view has a title', () => {
  expect(periodTitle('month', '2026-11-18')).toBe('November 2026');
  expect(periodTitle('week', '2026-11-18')).toBe('16–22 Nov 2026');
  expect(periodTitle('week', '2026-12-31')).toBe('28 Dec – 3 Jan 2027');
  expect(periodTitle('day', '2026-11-18')).toBe('Wed 18 Nov 2026');
});

it('a column names the weekday, shorter among many days, and the month above its first', () => {
  expect(columnText('2026-12-01', 7)).toBe('Tue');
  expect(columnText('2026-11-30', 44)).toBe('Mo');
  expect(columnText('2026-12-01', 44)).toBe('Dec');
});

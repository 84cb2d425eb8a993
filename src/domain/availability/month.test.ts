import { describe, expect, it } from 'vitest';
import { addDays } from '../days.ts';
import { addMonths, movedDay, pickDay, pickedDates, weeksOf } from './month.ts';

describe('the days of a month', () => {
  it('are in weeks that begin on Sunday', () => {
    const weeks = weeksOf('2026-12-14', '2026-12-01');
    expect(weeks.map((week) => week.map((day) => Number(day?.slice(8) ?? 0)))).toEqual([
      [0, 0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11, 12],
      [13, 14, 15, 16, 17, 18, 19],
      [20, 21, 22, 23, 24, 25, 26],
      [27, 28, 29, 30, 31, 0, 0],
    ]);
    expect(weeksOf('2026-02-01', '2026-01-01')).toHaveLength(4);
    expect(weeksOf('2026-08-31', '2026-01-01')).toHaveLength(6);
  });

  it('begin with the week of today', () => {
    const first = (today: string) => weeksOf('2026-12-14', today)[0];
    expect(first('2026-12-05')?.[6]).toBe('2026-12-05');
    expect(first('2026-12-06')?.[0]).toBe('2026-12-06');
    expect(first('2026-12-12')?.[0]).toBe('2026-12-06');
    expect(weeksOf('2026-12-14', '2026-12-31')).toHaveLength(1);
    expect(weeksOf('2026-12-14', '2026-11-30')).toHaveLength(5);
  });

  it('go on over months, years and 29 February', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
  });
});

describe('the keys of a calendar', () => {
  it('move by a day, a week, to its ends and by a month', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
    const moved = [...keys, 'PageUp', 'PageDown'].map((key) => movedDay(key, '2026-12-16'));
    expect(moved).toEqual([
      '2026-12-15',
      '2026-12-17',
      '2026-12-09',
      '2026-12-23',
      '2026-12-13',
      '2026-12-19',
      '2026-11-16',
      '2027-01-16',
    ]);
    expect(movedDay('a', '2026-12-16')).toBeNull();
  });
});

describe('selecting a period', () => {
  const start = pickDay({ from: null, to: null }, '2026-12-14');

  it('takes the start, then the end', () => {
    expect(start).toEqual({ from: '2026-12-14', to: null });
    expect(pickedDates(start)).toEqual({ from: '2026-12-14', to: '2026-12-14' });
    expect(pickDay(start, '2026-12-16')).toEqual({ from: '2026-12-14', to: '2026-12-16' });
    expect(pickDay(start, '2026-12-14')).toEqual({ from: '2026-12-14', to: '2026-12-14' });
    expect(pickedDates({ from: null, to: null })).toBeNull();
  });

  it('begins again before the start, beyond 92 days and after both', () => {
    expect(pickDay(start, '2026-12-13')).toEqual({ from: '2026-12-13', to: null });
    expect(pickDay(start, '2027-03-15').to).toBe('2027-03-15');
    expect(pickDay(start, '2027-03-16')).toEqual({ from: '2027-03-16', to: null });
    expect(pickDay({ from: '2026-12-14', to: '2026-12-16' }, '2026-12-15')).toEqual({
      from: '2026-12-15',
      to: null,
    });
  });
});

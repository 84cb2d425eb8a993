import { describe, expect, it } from 'vitest';
import {
  canMove,
  datesChanges,
  daysUnder,
  deskStep,
  draggedDays,
  gripAt,
  keyMove,
  movedDates,
} from './moves.ts';
import { testBar } from './test-bar.ts';

const dates = { from: '2026-11-29', to: '2026-12-01' };

describe('the days of a moved bar', () => {
  it('move together, or one end does', () => {
    expect(movedDates(dates, 'bar', 2)).toEqual({ from: '2026-12-01', to: '2026-12-03' });
    expect(movedDates(dates, 'start', -1)).toEqual({ from: '2026-11-28', to: '2026-12-01' });
    expect(movedDates(dates, 'end', 30)).toEqual({ from: '2026-11-29', to: '2026-12-31' });
  });

  it('an end stops at the other one', () => {
    expect(movedDates(dates, 'end', -9)).toEqual({ from: '2026-11-29', to: '2026-11-29' });
    expect(movedDates(dates, 'start', 9)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  });
});

it('a key moves the bar, with Shift its end', () => {
  expect(keyMove('ArrowRight', false)).toEqual({ grip: 'bar', days: 1 });
  expect(keyMove('ArrowLeft', true)).toEqual({ grip: 'end', days: -1 });
  expect(keyMove('ArrowUp', false)).toBeNull();
});

it('a drag counts whole days, rounded', () => {
  expect([draggedDays(14, 30), draggedDays(16, 30), draggedDays(-46, 30)]).toEqual([0, 1, -2]);
  expect([draggedDays(-4, 30), draggedDays(9, 0)]).toEqual([0, 0]);
});

it('a drag over empty days is from the first to the last of them, within the row', () => {
  const week = { first: '2026-11-30', days: 7 };
  const under = (one: number, other: number) => Object.values(daysUnder(week, one, other));
  expect(under(0.2, 2.9)).toEqual(['2026-11-30', '2026-12-02']);
  expect(under(2.9, 0.2)).toEqual(['2026-11-30', '2026-12-02']);
  expect(under(3.1, 3.8)).toEqual(['2026-12-03', '2026-12-03']);
  expect(under(5, 40)).toEqual(['2026-12-05', '2026-12-06']);
  expect(under(1, -3)).toEqual(['2026-11-30', '2026-12-01']);
});

it('the ends of a bar are handles, where it is long enough', () => {
  expect([gripAt(3, 90), gripAt(40, 90), gripAt(88, 90)]).toEqual(['start', 'bar', 'end']);
  expect([gripAt(3, 20), gripAt(18, 20)]).toEqual(['bar', 'end']);
});

it('the next step at the desk of a booked bar is the hand-over, of one that is out the return', () => {
  const step = (over: Parameters<typeof testBar>[0]) => deskStep(testBar(over));
  expect(step({})).toBe('hand-over');
  expect(step({ status: 'out' })).toBe('return');
  expect(step({ status: 'returned' })).toBeNull();
  expect(step({ order: null })).toBeNull();
  expect(step({ kind: 'hold', status: 'held' })).toBeNull();
});

it('what is booked moves, what is out gets another last day, the rest stays', () => {
  const grips = ['bar', 'start', 'end'] as const;
  const movable = (over: Parameters<typeof testBar>[0]) =>
    grips.filter((grip) => canMove(testBar(over), grip));
  expect(movable({})).toEqual(['bar', 'start', 'end']);
  expect(movable({ status: 'out' })).toEqual(['end']);
  expect(movable({ status: 'returned' })).toEqual([]);
  expect(movable({ order: null })).toEqual([]);
  expect(movable({ kind: 'hold', status: 'held', order: null, lines: [] })).toEqual([]);
});

it('a bar changes its lines, or the whole order at once, and names the days that were seen', () => {
  const change = {
    action: 'dates',
    rental_from: '2026-11-29',
    rental_to: '2026-12-01',
    expected: { rental_from: '2026-11-16', rental_to: '2026-11-16' },
  };
  expect(datesChanges(testBar({ lines: ['a', 'b'] }), dates)).toEqual([
    { ...change, line: 'a' },
    { ...change, line: 'b' },
  ]);
  expect(datesChanges(testBar({ lines: ['a', 'b'], whole: true }), dates)).toEqual([change]);
});

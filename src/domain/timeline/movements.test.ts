import { expect, it } from 'vitest';
import { dayMovements } from './movements.ts';
import { testBar, testRow } from './test-bar.ts';

it('a day lists what goes out, what comes back, what is overdue, and the rest', () => {
  const row = testRow({
    short_days: ['2026-11-17'],
    bars: [
      testBar({ id: 'first', from: '2026-11-16', to: '2026-11-17' }),
      testBar({ id: 'one day', from: '2026-11-17', to: '2026-11-17' }),
      testBar({ id: 'late', from: '2026-11-14', to: '2026-11-15', status: 'out', overdue: true }),
      testBar({ id: 'back', from: '2026-11-16', to: '2026-11-17', status: 'returned' }),
      testBar({ id: 'broken', kind: 'out_of_service', from: '2026-11-16', to: '2026-11-20' }),
      testBar({ id: 'held', kind: 'hold', status: 'held', from: '2026-11-17', to: '2026-11-18' }),
    ],
  });
  const days = dayMovements([row], { first: '2026-11-16', days: 3 }, '2026-11-17');
  const ids = (list: readonly { bar: { id: string } }[]) => list.map(({ bar }) => bar.id);
  expect(
    days.map((day) => [
      day.day,
      ids(day.goingOut),
      ids(day.comingBack),
      ids(day.overdue),
      ids(day.others),
      day.short.length,
    ]),
  ).toEqual([
    ['2026-11-16', ['first'], [], [], ['late', 'broken'], 0],
    ['2026-11-17', ['one day', 'held'], ['first', 'one day'], ['late'], ['broken'], 1],
    ['2026-11-18', [], [], [], ['broken', 'held'], 0],
  ]);
});

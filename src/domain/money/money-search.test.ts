import { expect, it } from 'vitest';
import { readMoneySearch } from './money-search.ts';

it('reads the tab, and the days of an export', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  expect(readMoneySearch({})).toEqual({});
  expect(readMoneySearch({ tab: 'due', ...days })).toEqual({});
  expect(readMoneySearch({ tab: 'nonsense' })).toEqual({});
  expect(readMoneySearch({ tab: 'claims', ...days })).toEqual({ tab: 'claims' });
  expect(readMoneySearch({ tab: 'exports', ...days })).toEqual({ tab: 'exports', ...days });
  expect(readMoneySearch({ tab: 'exports', from: '2026-11-01' })).toEqual({ tab: 'exports' });
  expect(readMoneySearch({ tab: 'exports', ...days, to: 'x' })).toEqual({ tab: 'exports' });
});

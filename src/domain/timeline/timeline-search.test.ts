import { expect, it } from 'vitest';
import { changeTimeline, clearFilters, isFiltered, readTimelineSearch } from './timeline-search.ts';

const customer = '00000000-0000-4000-8000-0000000000aa';

it('an address is read, and what is wrong in it is dropped', () => {
  const search = {
    from: '2026-11-16',
    view: 'week',
    by: 'orders',
    q: 'asha',
    kind: 'prop',
  } as const;
  const whole = { ...search, category: 'chairs', customer, owner: 'me' };
  expect(readTimelineSearch(whole)).toEqual(whole);
  expect(
    readTimelineSearch({
      from: '2026-13-01',
      view: 'month',
      by: 'items',
      kind: 'boat',
      category: 'chairs',
      customer: 'x',
      owner: 'you',
      show: 'none',
      page: 7,
    }),
  ).toEqual({});
  expect(readTimelineSearch({ from: '1999-12-31' })).toEqual({});
  expect(readTimelineSearch({ show: 'all' })).toEqual({ show: 'all' });
});

it('another kind drops the category, other changes keep it', () => {
  const search = { kind: 'prop', category: 'chairs', show: 'all' } as const;
  expect(changeTimeline(search, { kind: 'gear' })).toEqual({ kind: 'gear', show: 'all' });
  expect(changeTimeline(search, { kind: undefined })).toEqual({ show: 'all' });
  expect(changeTimeline(search, { view: 'week' })).toEqual({ ...search, view: 'week' });
  expect(changeTimeline(search, { by: 'orders' })).toEqual({
    kind: 'prop',
    category: 'chairs',
    by: 'orders',
  });
});

it('filters are cleared, and the days and rows stay', () => {
  const shown = { from: '2026-11-16', view: 'day', by: 'orders' } as const;
  expect(clearFilters({ ...shown, q: 'asha', owner: 'none' })).toEqual(shown);
  expect([isFiltered(shown), isFiltered({ owner: 'me' })]).toEqual([false, true]);
});

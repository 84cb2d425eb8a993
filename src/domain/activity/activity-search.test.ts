import { expect, it } from 'vitest';
import { activitySubject, isActivityFiltered, readActivitySearch } from './activity-search.ts';

const ID = '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e';

it('reads the address and drops what is invalid', () => {
  const search = {
    q: 'chair',
    area: 'items',
    person: ID,
    since: '2026-11-01',
    until: '2026-11-30',
    about: `order:${ID}`,
  };
  expect(readActivitySearch(search)).toEqual(search);
  expect(
    readActivitySearch({
      q: ' ',
      area: 'secrets',
      person: 'me',
      since: '2026-02-30',
      until: 7,
      about: 'order',
      page: 2,
    }),
  ).toEqual({});
});

it.each([
  [`order:${ID}`, { type: 'order', id: ID }],
  ['setting:studio.name', { type: 'setting', id: 'studio.name' }],
  ['change:42', { type: 'change', id: '42' }],
  ['change:x', null],
  ['planet:42', null],
  ['order:', null],
  [undefined, null],
])('%s is the subject %o', (about, subject) => {
  expect(activitySubject(about)).toEqual(subject);
});

it('a record alone is no filter', () => {
  expect(isActivityFiltered({ about: `order:${ID}` })).toBe(false);
  expect(isActivityFiltered({ q: 'chair' })).toBe(true);
});

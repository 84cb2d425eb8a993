import { expect, it } from 'vitest';
import { readDocumentSearch } from './document-search.ts';

it('reads search and filters of the list and drops what is not valid', () => {
  const search = {
    q: 'INV',
    kind: 'invoice',
    state: 'issued',
    from: '2026-04-01',
    to: '2027-03-31',
  };
  expect(readDocumentSearch(search)).toEqual(search);
  expect(
    readDocumentSearch({ q: ' ', kind: 'bill', state: 'lost', from: '2026-02-30', to: 4, page: 2 }),
  ).toEqual({});
});

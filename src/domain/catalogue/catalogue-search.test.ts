import { describe, expect, it } from 'vitest';
import { freeItems } from './free-items.ts';
import { prop } from './kinds/prop.ts';
import {
  activeFilterValues,
  isItemCode,
  isNarrowed,
  parseCatalogueSearch,
} from './catalogue-search.ts';

const parse = (raw: Record<string, unknown>) => parseCatalogueSearch(prop, raw);

describe('the search params of a catalogue', () => {
  it('parses text, category, sort order and single or repeated filters', () => {
    expect(
      parse({ q: 'lamp', category: 'lighting', sort: 'price_asc', colour: ['red', 'gold'] }),
    ).toEqual({ q: 'lamp', category: 'lighting', sort: 'price_asc', colour: ['red', 'gold'] });
    expect(parse({ colour: 'red' })).toEqual({ colour: ['red'] });
  });

  it('drops empty and unknown values', () => {
    expect(parse({})).toEqual({});
    expect(parse({ q: '   ', category: '', sort: 'newest', colour: '' })).toEqual({});
  });

  it('omits a listing’s default sort order, which differs between listings', () => {
    expect(parseCatalogueSearch(freeItems, { sort: 'newest' })).toEqual({ sort: 'newest' });
    expect(parseCatalogueSearch(freeItems, { sort: 'name' })).toEqual({});
    expect(parse({ sort: 'best' })).toEqual({});
  });

  it('recognises item codes', () => {
    expect([' PRP-00012 ', 'crw-3', 'SET-100000'].filter((q) => !isItemCode(q))).toEqual([]);
    expect([undefined, '', 'prp', 'PRP-', 'sofa PRP-1', 'PRP-1a'].filter(isItemCode)).toEqual([]);
  });

  it('drops invalid values and keeps the valid ones', () => {
    expect(
      parse({
        q: ['a', 'b'],
        category: { x: 1 },
        sort: "name'; drop table props",
        colour: ['red', 5, 'red', '', 'x'.repeat(81), null],
        utm_source: 'mail',
      }),
    ).toEqual({ colour: ['red'] });
  });

  it('cuts the text to the database’s limit', () => {
    expect(parse({ q: 'x'.repeat(500) }).q).toHaveLength(80);
  });

  it('removes characters that PostgreSQL cannot store', () => {
    expect(parse({ q: 'la\0mp', colour: ['red\0', 'gold'] })).toEqual({
      q: 'la mp',
      colour: ['gold'],
    });
  });

  it('accepts a cursor and drops an invalid one', () => {
    expect(parse({ after: 'WyJuZXdlc3QiLCA_-x==' })).toEqual({ after: 'WyJuZXdlc3QiLCA_-x==' });
    expect(parse({ after: "x'); drop" })).toEqual({});
    expect(isNarrowed({ after: 'WyJu' })).toBe(false);
  });

  it('ignores filters that the kind does not have', () => {
    expect(parse({ gender: 'women', size: 'xl' })).toEqual({});
  });

  it('returns the active filters and whether the list is narrowed', () => {
    expect(activeFilterValues({ q: 'x', colour: ['red'] })).toEqual({ colour: ['red'] });
    expect(isNarrowed({ sort: 'name' })).toBe(false);
    expect(isNarrowed({ category: 'lighting' })).toBe(true);
    expect(isNarrowed({ colour: ['red'] })).toBe(true);
  });
});

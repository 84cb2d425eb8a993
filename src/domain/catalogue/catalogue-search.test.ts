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

describe('the address of a catalogue', () => {
  it('reads text, category, order, and a filter once or repeated', () => {
    expect(
      parse({ q: 'lamp', category: 'lighting', sort: 'price_asc', colour: ['red', 'gold'] }),
    ).toEqual({ q: 'lamp', category: 'lighting', sort: 'price_asc', colour: ['red', 'gold'] });
    expect(parse({ colour: 'red' })).toEqual({ colour: ['red'] });
  });

  it('leaves out what means nothing', () => {
    expect(parse({})).toEqual({});
    expect(parse({ q: '   ', category: '', sort: 'newest', colour: '' })).toEqual({});
  });

  it('leaves out the first order of a listing, which is not newest everywhere', () => {
    expect(parseCatalogueSearch(freeItems, { sort: 'newest' })).toEqual({ sort: 'newest' });
    expect(parseCatalogueSearch(freeItems, { sort: 'name' })).toEqual({});
    expect(parse({ sort: 'best' })).toEqual({});
  });

  it('knows a code as it is printed', () => {
    expect([' PRP-00012 ', 'crw-3', 'SET-100000'].filter((q) => !isItemCode(q))).toEqual([]);
    expect([undefined, '', 'prp', 'PRP-', 'sofa PRP-1', 'PRP-1a'].filter(isItemCode)).toEqual([]);
  });

  it('drops bad values and keeps the good ones beside them', () => {
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

  it('cuts the text at what the database compares', () => {
    expect(parse({ q: 'x'.repeat(500) }).q).toHaveLength(80);
  });

  it('keeps out what no database text can hold', () => {
    expect(parse({ q: 'la\0mp', colour: ['red\0', 'gold'] })).toEqual({
      q: 'la mp',
      colour: ['gold'],
    });
  });

  it('begins after a cursor, and after nothing that is none', () => {
    expect(parse({ after: 'WyJuZXdlc3QiLCA_-x==' })).toEqual({ after: 'WyJuZXdlc3QiLCA_-x==' });
    expect(parse({ after: "x'); drop" })).toEqual({});
    expect(isNarrowed({ after: 'WyJu' })).toBe(false);
  });

  it('ignores filters that this kind does not have', () => {
    expect(parse({ gender: 'women', size: 'xl' })).toEqual({});
  });

  it('tells the chosen filters and whether anything is narrowed', () => {
    expect(activeFilterValues({ q: 'x', colour: ['red'] })).toEqual({ colour: ['red'] });
    expect(isNarrowed({ sort: 'name' })).toBe(false);
    expect(isNarrowed({ category: 'lighting' })).toBe(true);
    expect(isNarrowed({ colour: ['red'] })).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('search parameters', () => {
  it('reads a key once as text and repeated as a list', () => {
    expect(parseSearch('?colour=red&colour=gold&q=lamp')).toEqual({
      colour: ['red', 'gold'],
      q: 'lamp',
    });
  });

  it('leaves numbers, booleans and JSON as text', () => {
    expect(parseSearch('?q=12&p=true&j=%7B%7D')).toEqual({ q: '12', p: 'true', j: '{}' });
  });

  it('reads keys that name object internals', () => {
    expect(parseSearch('?constructor=1&toString=2')).toEqual({ constructor: '1', toString: '2' });
  });

  it('writes lists as repeated keys and drops empty values', () => {
    expect(stringifySearch({ colour: ['red', 'gold'], q: '', sort: undefined, a: 'x y' })).toBe(
      '?colour=red&colour=gold&a=x+y',
    );
    expect(stringifySearch({})).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { prop } from '#domain/catalogue/kinds/prop.ts';
import { activeFilters } from './active-filters.ts';

const facets = {
  category: [{ value: 'table-lamps', label: 'Table lamps', count: 3 }],
  colour: [{ value: 'sage', label: 'Sage', count: 2 }],
};

describe('active filters', () => {
  it('have a label and the change that removes them', () => {
    const search = { q: ' brass ', category: 'table-lamps', colour: ['sage', 'dusty-pink'] };
    const active = activeFilters(prop, search, facets);
    expect(active.map(({ label, without }) => [label, without(search)])).toEqual([
      ['“brass”', { q: undefined }],
      ['Table lamps', { category: undefined }],
      ['Sage', { colour: ['dusty-pink'] }],
      ['Dusty Pink', { colour: ['sage'] }],
    ]);
    // Removing two in a row: the second removal must not restore the first.
    expect(active[3]?.without({ colour: ['dusty-pink'] })).toEqual({ colour: [] });
  });

  it('do not include the sort order', () => {
    expect(activeFilters(prop, { sort: 'name' }, facets)).toEqual([]);
  });
});

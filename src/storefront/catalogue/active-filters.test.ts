import { describe, expect, it } from 'vitest';
import { prop } from '#domain/catalogue/kinds/prop.ts';
import { activeFilters } from './active-filters.ts';

const facets = {
  category: [{ value: 'table-lamps', label: 'Table lamps', count: 3 }],
  colour: [{ value: 'sage', label: 'Sage', count: 2 }],
};

describe('what narrows a catalogue', () => {
  it('names each choice and what the address loses with it', () => {
    const search = { q: ' brass ', category: 'table-lamps', colour: ['sage', 'dusty-pink'] };
    const chosen = activeFilters(prop, search, facets);
    expect(chosen.map(({ label, without }) => [label, without(search)])).toEqual([
      ['“brass”', { q: undefined }],
      ['Table lamps', { category: undefined }],
      ['Sage', { colour: ['dusty-pink'] }],
      ['Dusty Pink', { colour: ['sage'] }],
    ]);
    // Two taken back in a row: neither brings the other back.
    expect(chosen[3]?.without({ colour: ['dusty-pink'] })).toEqual({ colour: [] });
  });

  it('is empty when only the order was chosen', () => {
    expect(activeFilters(prop, { sort: 'name' }, facets)).toEqual([]);
  });
});

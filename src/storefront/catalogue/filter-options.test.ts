import { describe, expect, it } from 'vitest';
import { prop } from '#domain/catalogue/kinds/prop.ts';
import { chosenList } from './filter-options.ts';

const facets = {
  category: [{ value: 'table-lamps', label: 'Table lamps', count: 3 }],
  colour: [{ value: 'sage', label: 'Sage', count: 2 }],
};

describe('what narrows a catalogue', () => {
  it('names each choice and what the address loses with it', () => {
    const search = { q: ' brass ', category: 'table-lamps', colour: ['sage', 'dusty-pink'] };
    const chosen = chosenList(prop, search, facets);
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
    expect(chosenList(prop, { sort: 'name' }, facets)).toEqual([]);
  });
});

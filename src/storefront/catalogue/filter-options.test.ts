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
    expect(chosenList(prop, search, facets)).toEqual([
      { label: '“brass”', change: { q: undefined } },
      { label: 'Table lamps', change: { category: undefined } },
      { label: 'Sage', change: { colour: ['dusty-pink'] } },
      { label: 'Dusty Pink', change: { colour: ['sage'] } },
    ]);
  });

  it('is empty when only the order was chosen', () => {
    expect(chosenList(prop, { sort: 'name' }, facets)).toEqual([]);
  });
});

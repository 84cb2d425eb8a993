import { describe, expect, it } from 'vitest';
import { freeItems } from './free-items.ts';
import { crew } from './kinds/crew.ts';
import { prop } from './kinds/prop.ts';
import { listingHeading, listingTitle, nameOf, sidebarEntries } from './listing-text.ts';

describe('the texts of a listing', () => {
  it('name a value by its label, or by its slug until it is loaded', () => {
    const values = [{ value: 'makeup-artist', label: 'Makeup Artist (SFX)' }];
    expect(nameOf(values, 'makeup-artist')).toBe('Makeup Artist (SFX)');
    expect(nameOf([], 'makeup-artist')).toBe('Makeup Artist');
  });

  it('keep fixed sidebar entries without items', () => {
    const found = [{ value: 'gear', label: 'Gear', count: 3 }];
    expect(sidebarEntries(freeItems, found)).toEqual([
      { value: 'prop', label: 'Props', count: 0 },
      { value: 'cloth', label: 'Clothes', count: 0 },
      { value: 'backdrop', label: 'Backdrops', count: 0 },
      { value: 'gear', label: 'Gear', count: 3 },
    ]);
    expect(sidebarEntries(freeItems, undefined)[0]).toEqual({
      value: 'prop',
      label: 'Props',
      count: null,
    });
    expect(sidebarEntries(prop, found)).toBe(found);
    expect(sidebarEntries(prop, undefined)).toEqual([]);
  });

  it('use the category as heading for crew, the title for others', () => {
    expect(listingHeading(crew, null)).toBe('All Crew');
    expect(listingHeading(crew, 'Gaffer')).toBe('Gaffer');
    expect(listingHeading(prop, 'Lighting')).toBe('Rent Props');
    expect(listingTitle(crew, null)).toBe('Hire Crew');
    expect(listingTitle(crew, 'Gaffer')).toBe('Gaffer – Hire Crew');
    expect(listingTitle(prop, 'Lighting')).toBe('Rent Props');
  });
});

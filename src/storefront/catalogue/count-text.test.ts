import { describe, expect, it } from 'vitest';
import { itemCountText, showingText } from './count-text.ts';

const items = { footer: { one: 'item', many: 'items', narrowed: '' } };
const people = {
  footer: { one: 'crew member', many: 'crew members', narrowed: 'matching your filters' },
};

describe('the line under a catalogue', () => {
  it('shows the loaded and the total count', () => {
    const narrowed = true;
    expect(showingText(items, { shown: 48, total: 2113, narrowed })).toBe(
      'Showing 48 of 2,113 items',
    );
    expect(showingText(items, { shown: 2113, total: 2113, narrowed })).toBe('Showing 2,113 items');
    expect(showingText(items, { shown: 1, total: 1, narrowed })).toBe('Showing 1 item');
  });

  it('names crew members, and says when they are filtered', () => {
    expect(showingText(people, { shown: 34, total: 34, narrowed: false })).toBe(
      'Showing 34 crew members',
    );
    expect(showingText(people, { shown: 1, total: 1, narrowed: true })).toBe(
      'Showing 1 crew member matching your filters',
    );
  });

  it('uses Indian digit grouping', () => {
    expect(itemCountText(123456)).toBe('1,23,456 items');
    expect(itemCountText(0)).toBe('0 items');
  });
});

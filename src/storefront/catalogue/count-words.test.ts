import { describe, expect, it } from 'vitest';
import { itemsWords, showingWords } from './count-words.ts';

describe('the line under a catalogue', () => {
  it('says how many of all are there', () => {
    expect(showingWords(48, 2113)).toBe('Showing 48 of 2,113 items');
    expect(showingWords(2113, 2113)).toBe('Showing 2,113 items');
    expect(showingWords(1, 1)).toBe('Showing 1 item');
  });

  it('groups as people in India do', () => {
    expect(itemsWords(123456)).toBe('1,23,456 items');
    expect(itemsWords(0)).toBe('0 items');
  });
});

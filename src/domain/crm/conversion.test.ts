import { describe, expect, it } from 'vitest';
import { conversionWarnings } from './conversion.ts';
import type { ItemLine } from './rental-line.ts';

const line = (facts: Partial<ItemLine>): ItemLine => ({
  id: '1',
  item_type: 'prop',
  item_id: 'lamp',
  quantity: 1,
  price: 100,
  rental_days: 1,
  rental_from: null,
  rental_to: null,
  availability: null,
  name: 'Lamp',
  code: 'PRP-00001',
  slug: 'lamp',
  image: null,
  active: true,
  stock: 2,
  ...facts,
});

const doubts = (from: string | null, to: string | null, items: ItemLine[] = []) =>
  conversionWarnings({ rental_from: from, rental_to: to, items }, '2026-11-22');

describe('warnings before a conversion', () => {
  it('cover rental dates that are past or have begun', () => {
    expect(doubts('2026-11-20', '2026-11-21')).toEqual([
      'The rental dates are past: 20–21 Nov 2026.',
    ]);
    expect(doubts('2026-11-21', '2026-11-23')).toEqual([
      'The rental has already begun: 21–23 Nov 2026.',
    ]);
    expect(doubts(null, '2026-11-21')).toEqual(['The rental dates are past: 21 Nov 2026.']);
    expect(doubts('2026-11-22', '2026-11-22')).toEqual([]);
    expect(doubts('2026-11-23', null)).toEqual([]);
    expect(doubts(null, null)).toEqual([]);
  });

  it('cover quantities above the stock, summed over all lines of an item', () => {
    const of = (...items: ItemLine[]) => doubts(null, null, items);
    expect(of(line({ quantity: 2 }))).toEqual([]);
    expect(of(line({ quantity: 3 }))).toEqual(['Lamp: 3 asked for, there are 2.']);
    expect(of(line({ quantity: 2, stock: 1 }))).toEqual(['Lamp: 2 asked for, there is 1.']);
    expect(of(line({}), line({ quantity: 2 }))).toEqual(['Lamp: 3 asked for, there are 2.']);
    expect(of(line({ quantity: 2 }), line({ item_id: 'other', quantity: 2 }))).toEqual([]);
    expect(of(line({ quantity: 2 }), line({ item_type: 'gear', quantity: 2 }))).toEqual([]);
  });

  it('name the items without a price', () => {
    expect(doubts(null, null, [line({ price: 0 })])).toEqual(['Lamp costs ₹0.']);
  });

  it('leave the quantities of lines on days to come to the database', () => {
    const availability = {
      free: 2,
      of: 2,
      short_days: ['2026-11-23'],
      next_free: null,
      others: [],
      others_total: 0,
      holds: [],
    };
    expect(doubts('2026-11-23', '2026-11-23', [line({ quantity: 3, availability })])).toEqual([]);
  });

  it('ignore items that are not counted or no longer exist', () => {
    expect(doubts(null, null, [line({ quantity: 9, stock: 0 })])).toEqual([]);
    expect(doubts(null, null, [line({ quantity: 9, stock: null, name: null })])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  choiceArguments,
  leavesNothing,
  NO_CHOICE,
  totalAfter,
  type Choices,
  type LineChoice,
  type Solution,
} from './conversion-choices.ts';
import type { ItemLine } from './rental-line.ts';
import type { PricedLine } from './lines-total.ts';

const line = (id: string): ItemLine & PricedLine => ({
  id,
  item_type: 'prop',
  item_id: `item of ${id}`,
  quantity: 2,
  price: 100,
  per_day: true,
  rental_days: 3,
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  availability: null,
  name: `Name of ${id}`,
  code: 'PRP-00001',
  slug: null,
  image: null,
  active: true,
  stock: 2,
});

const lamp = line('lamp');
const chair = line('chair');

const lantern = {
  kind: 'gear',
  id: 'lantern',
  code: 'GEA-00001',
  name: 'Lantern',
  price: 150,
  images: [],
  free: 3,
  of: 3,
} as const;

const swap: Solution = { action: 'swap', item: { ...lantern, images: [] } };

const choose = (solution: Solution | null, takeOver: string[] = []): LineChoice => ({
  takeOver,
  solution,
});

describe('the choices of a conversion', () => {
  it('are sent in the words of the database, dates of all lines first', () => {
    const choices: Choices = {
      a: choose(swap, ['other']),
      b: choose({ action: 'lower', quantity: 1 }),
      c: choose({ action: 'sub_rental', quantity: 1, supplier: ' Light House ' }),
      d: choose({ action: 'drop' }),
      e: choose({ action: 'dates', from: '2026-11-18', to: '2026-11-20', forAll: true }),
      f: choose({ action: 'dates', from: '2026-11-21', to: '2026-11-22', forAll: false }),
      g: NO_CHOICE,
    };
    expect(choiceArguments(choices)).toEqual([
      { action: 'dates', rental_from: '2026-11-18', rental_to: '2026-11-20' },
      { line: 'a', action: 'take_over', enquiry: 'other' },
      { line: 'a', action: 'swap', type: 'gear', item: 'lantern' },
      { line: 'b', action: 'lower', quantity: 1 },
      { line: 'c', action: 'sub_rental', quantity: 1, reason: 'Light House' },
      { line: 'd', action: 'drop' },
      { line: 'f', action: 'dates', rental_from: '2026-11-21', rental_to: '2026-11-22' },
    ]);
  });

  it('give the total of the order', () => {
    const total = (choices: Choices) => totalAfter([lamp, chair], choices);
    expect(total({})).toBe(1200);
    expect(total({ lamp: choose({ action: 'drop' }) })).toBe(600);
    expect(total({ lamp: choose({ action: 'lower', quantity: 1 }) })).toBe(900);
    expect(total({ lamp: choose(swap) })).toBe(1500);
    const one = { action: 'dates', from: '2026-11-18', to: '2026-11-18', forAll: true } as const;
    expect(total({ lamp: choose(one) })).toBe(400);
    expect(total({ lamp: choose({ ...one, forAll: false }) })).toBe(800);
    expect(total({ lamp: choose({ action: 'sub_rental', quantity: 1, supplier: '' }) })).toBe(1200);
    const delivery = { ...line('delivery'), per_day: false, rental_from: null, rental_to: null };
    expect(totalAfter([lamp, delivery], { lamp: choose(one) })).toBe(400);
  });

  it('may not leave out every line', () => {
    const drop = choose({ action: 'drop' });
    expect(leavesNothing([lamp, chair], { lamp: drop })).toBe(false);
    expect(leavesNothing([lamp, chair], { lamp: drop, chair: drop })).toBe(true);
  });
});

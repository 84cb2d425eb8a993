import { expect, it } from 'vitest';
import { createDice } from '#tests/support/dice.ts';
import { ITEM_KINDS } from '../catalogue/kinds/kind.ts';
import { documentSums } from './sums.ts';
import { rentalSum } from './rental-sum.ts';

const taxes = {
  rates: { prop: 18, cloth: 5, backdrop: 18, gear: 12, set: 0.25, crew: 0 },
  round_off: false,
};

it('shows each step from one day to the total', () => {
  const lines = [
    { type: 'prop', price: 500, quantity: 2 },
    { type: 'cloth', price: 333.33, quantity: 1 },
    { type: 'crew', price: 1000, quantity: 1 },
  ] as const;
  expect(rentalSum(lines, 3, taxes)).toEqual({
    days: 3,
    perDay: 2333.33,
    items: 6999.99,
    gst: [
      { rate: 5, amount: 50 },
      { rate: 18, amount: 540 },
    ],
    roundOff: 0,
    total: 7589.99,
  });
  expect(rentalSum(lines, 3, { ...taxes, round_off: true })).toMatchObject({
    roundOff: 0.01,
    total: 7590,
  });
});

it('has no GST without a registration, and nothing for an empty cart', () => {
  const free = { rates: {}, round_off: false };
  const lines = [{ type: 'prop', price: 99.5, quantity: 3 }] as const;
  expect(rentalSum(lines, 2, free)).toMatchObject({ gst: [], items: 597, total: 597 });
  expect(rentalSum([], 2, taxes)).toMatchObject({ gst: [], perDay: 0, total: 0 });
});

it('is what a quote of the same lines says in the studio’s state, for random carts', () => {
  const dice = createDice(7, 0);
  for (let round = 0; round < 150; round += 1) {
    const days = 1 + dice.below(30);
    const roundOff = dice.below(2) === 0;
    const lines = Array.from({ length: 1 + dice.below(30) }, () => ({
      type: dice.of(ITEM_KINDS),
      price: dice.below(2_000_000) / 100,
      quantity: 1 + dice.below(20),
    }));
    const { sums } = documentSums(
      lines.map(({ type, price, quantity }) => ({
        kind: 'item',
        rate: taxes.rates[type],
        place: 'recipient',
        quantity,
        days,
        unit_price: price,
        discount_percent: null,
        discount_amount: null,
      })),
      {
        discount_percent: null,
        discount_amount: null,
        studioState: '29',
        placeOfSupply: '29',
        roundOff,
      },
    );
    const sum = rentalSum(lines, days, { ...taxes, round_off: roundOff });
    expect(sum.total).toBe(sums.total);
    const steps = sum.items + sum.gst.reduce((all, { amount }) => all + amount, 0) + sum.roundOff;
    expect(Math.round(steps * 100)).toBe(Math.round(sum.total * 100));
    expect(Math.round(sum.perDay * 100) * days).toBe(Math.round(sum.items * 100));
  }
});

import { describe, expect, it } from 'vitest';
import {
  limitedDiscountText,
  rentalLineAmount,
  linesTotal,
  type PricedLine,
} from './lines-total.ts';

const line = (facts: Partial<PricedLine> = {}): PricedLine => ({
  quantity: 2,
  price: 500,
  per_day: true,
  rental_from: '2026-12-14',
  rental_to: '2026-12-16',
  ...facts,
});
const none = { discount_percent: null, discount_amount: null };

describe('the amount of a line', () => {
  it.each<[string, Partial<PricedLine>, number]>([
    ['price × quantity × days', {}, 3000],
    ['charged once', { per_day: false }, 1000],
    ['one day without dates', { rental_from: null, rental_to: null }, 1000],
    ['whole paise', { price: 33.335, quantity: 1, rental_to: '2026-12-14' }, 33.34],
  ])('%s', (_, facts, amount) => {
    expect(rentalLineAmount(line(facts))).toBe(amount);
  });
});

describe('the total of an order', () => {
  it.each([
    ['no discount', none, { lines: 3500, discount: 0, total: 3500 }],
    [
      'a percentage',
      { ...none, discount_percent: 10 },
      { lines: 3500, discount: 350, total: 3150 },
    ],
    ['rupees', { ...none, discount_amount: 99.5 }, { lines: 3500, discount: 99.5, total: 3400.5 }],
    [
      'never below zero',
      { ...none, discount_amount: 9000 },
      { lines: 3500, discount: 3500, total: 0 },
    ],
  ])('%s', (_, discount, total) => {
    expect(linesTotal([line(), line({ quantity: 1, per_day: false })], discount)).toEqual(total);
  });
});

it('says when the lines fell below a discount', () => {
  const limited = (discount: { discount_amount?: number }) =>
    limitedDiscountText([line()], { ...none, ...discount });
  expect(limited({ discount_amount: 3500 })).toBe(
    'The discount of ₹3,500.00 is more than the lines: it is limited to ₹3,000.00.',
  );
  expect(limited({ discount_amount: 3000 })).toBe('');
  expect(limited({})).toBe('');
  expect(limitedDiscountText([line()], { ...none, discount_percent: 100 })).toBe('');
});

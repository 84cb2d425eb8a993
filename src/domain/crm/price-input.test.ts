import { expect, it } from 'vitest';
import { discountProblem, priceProblem, readPrice } from './price-input.ts';

it.each([
  ['500', 500],
  [' ₹1,250 ', 1250],
  ['99.5', 99.5],
  ['0', 0],
  ['99.555', null],
  ['-1', null],
  ['ten', null],
  ['10000000', null],
  ['', null],
])('%j is read as %j', (text, price) => {
  expect(readPrice(text)).toBe(price);
});

it.each([
  ['', 'Enter the price.'],
  ['ten', 'Enter rupees, with two decimals at most.'],
  ['10', ''],
])('the price %j: %j', (text, problem) => {
  expect(priceProblem(text)).toBe(problem);
});

it.each([
  ['percent', '10', ''],
  ['percent', '120', 'A discount is 100 % at most.'],
  ['amount', '120', ''],
  ['amount', '0', 'Enter the discount.'],
  ['amount', '3000', ''],
  ['amount', '3500', 'The discount cannot be more than the lines.'],
  ['amount', '3,400', ''],
] as const)('the discount %s %j: %j', (unit, text, problem) => {
  expect(discountProblem(unit, text, { lines: 3000, present: 3400 })).toBe(problem);
});

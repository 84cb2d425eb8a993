import { expect, it } from 'vitest';
import { paymentProblems, typedAmount, usualAmount, type TypedPayment } from './payment-input.ts';

const typed: TypedPayment = {
  claim: null,
  choice: 'received',
  amount: '₹12,596.80',
  method: 'upi',
  reference: '',
  day: '2026-12-03',
  note: '',
  voucher: false,
};

it('finds the problems of a typed payment at their fields', () => {
  expect(paymentProblems(typed)).toEqual({});
  expect(typedAmount({ amount: '₹12,59,00,000.50' })).toBe(125_900_000.5);
  expect(paymentProblems({ ...typed, amount: '12.345', day: '' })).toEqual({
    amount: 'Enter rupees, with two decimals at most.',
    day: 'Enter the day of the payment.',
  });
  expect(paymentProblems({ ...typed, amount: '0' })).toEqual({
    amount: 'Enter an amount above 0.',
  });
  expect(paymentProblems({ ...typed, amount: '-5' })).toHaveProperty('amount');
});

it('offers the amount that the ledger suggests', () => {
  const owed = { due: 800.5, held: 500 };
  expect(usualAmount('received', owed)).toBe('800.50');
  expect(usualAmount('received', { due: 2124.4, held: 0 })).toBe('2,124.40');
  expect(typedAmount({ amount: '2,124.40' })).toBe(2124.4);
  expect(usualAmount('refunded', owed)).toBe('');
  expect(usualAmount('refunded', { due: -250, held: 0 })).toBe('250');
  expect(usualAmount('deposit_applied', owed)).toBe('500');
  expect(usualAmount('deposit_returned', owed)).toBe('500');
  expect(usualAmount('deposit', owed)).toBe('');
});

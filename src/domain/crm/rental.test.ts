import { expect, it } from 'vitest';
import { orderNumber } from './rental.ts';

it('an order has a number, or "ORD-" and the last 6 characters of its id', () => {
  const id = '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e';
  expect(orderNumber({ id, order_number: 'ORD-00042' })).toBe('ORD-00042');
  expect(orderNumber({ id, order_number: null })).toBe('ORD-3c4d5e');
  expect(orderNumber({ id, order_number: '' })).toBe('ORD-3c4d5e');
});

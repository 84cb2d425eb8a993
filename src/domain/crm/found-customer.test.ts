import { describe, expect, it } from 'vitest';
import {
  detailsIn,
  historyText,
  identityText,
  mobileIn,
  type FoundCustomer,
} from './found-customer.ts';

const asha: FoundCustomer = {
  id: 'asha',
  customer_number: 'CUS-00012',
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.in',
  company: 'Lotus Pictures',
  mobiles: ['+919812300777'],
  orders: 3,
  open_enquiries: 1,
  last_from: '2026-12-12',
};

describe('a found customer', () => {
  it('is told apart by number, both mobiles, e-mail address and company', () => {
    expect(identityText(asha)).toBe(
      'CUS-00012 · +91 98765 43210, +91 98123 00777 · asha@example.in · Lotus Pictures',
    );
    const plain = { ...asha, mobile: null, mobiles: [], email: null, company: null };
    expect(identityText(plain)).toBe('CUS-00012');
    expect(identityText({ ...plain, company: 'Asha Rao' })).toBe('CUS-00012');
  });

  it.each([
    [asha, '3 orders, the last of 12 Dec 2026 · 1 open enquiry'],
    [{ ...asha, orders: 0, last_from: null, open_enquiries: 0 }, 'no orders'],
    [{ ...asha, orders: 1, last_from: null, open_enquiries: 2 }, '1 order · 2 open enquiries'],
  ])('says what they rented', (customer, text) => {
    expect(historyText(customer)).toBe(text);
  });
});

describe('a search for a customer', () => {
  it.each([
    ['98765 43210', '+919876543210'],
    ['0091 98765-43210', '+919876543210'],
    ['9876543', null],
    ['12345 67890', null],
    ['asha 9876543210', null],
    ['', null],
  ])('%s is the number %s', (said, mobile) => {
    expect(mobileIn(said)).toBe(mobile);
  });

  it.each([
    ['9876543210', { mobile: '+919876543210' }],
    ['asha@example.in', { email: 'asha@example.in' }],
    [' Asha ', { first_name: 'Asha', last_name: '' }],
    ['Asha de Souza', { first_name: 'Asha', last_name: 'de Souza' }],
    ['98765', {}],
  ])('that found nobody, %s, begins a new one', (said, details) => {
    expect(detailsIn(said)).toEqual(details);
  });
});

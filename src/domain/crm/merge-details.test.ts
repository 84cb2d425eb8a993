import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './customer.ts';
import { differingDetails, missingDetails, movesText } from './merge-details.ts';

const customer: CustomerFacts = {
  id: '1',
  customer_number: 'CUS-00001',
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919800000001',
  email: null,
  assigned_to: null,
  assigned_name: null,
  erased_at: null,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};

describe('the details of a merge', () => {
  it('are those that differ; missing ones are taken from the other customer', () => {
    const other = { ...customer, mobile: '+919800000002', email: 'asha@example.test' };
    expect(differingDetails(customer, other)).toEqual(['mobile', 'email']);
    expect(missingDetails(customer, other)).toEqual(['email']);
    expect(missingDetails(other, customer)).toEqual([]);
    expect(differingDetails(customer, customer)).toEqual([]);
  });

  it('say what moves', () => {
    const moved = { enquiries_total: 2, orders_total: 1, messages_total: 0, notes: [1] };
    expect(movesText(moved)).toBe('2 enquiries, 1 order, 1 note and the activity');
    expect(movesText({ enquiries_total: 0, orders_total: 0, messages_total: 0, notes: [] })).toBe(
      'the activity',
    );
  });
});

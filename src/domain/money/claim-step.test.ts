import { expect, it } from 'vitest';
import { claimStep } from './claim-step.ts';
import type { OpenClaim } from './due-list.ts';

const claim: OpenClaim = {
  id: 'c',
  amount: 1000,
  utr: '412345678901',
  state: 'open',
  payment_id: null,
  document: null,
  created_at: '2026-12-03T05:00:00Z',
  order: { id: 'o', number: 'ORD-00042', due: 1000 },
  customer: { id: 'k', number: 'CUS-00001', name: 'Asha Rao' },
  same_reference: null,
};
const recorded = {
  id: 'p',
  account: 'rental',
  kind: 'received',
  amount: 1000,
  day: '2026-12-02',
  method: 'upi',
  reference: '412345678901',
  note: null,
  reverses: null,
  reversed_by: null,
  voucher: null,
  created_at: '2026-12-02T05:00:00Z',
  created_by_name: null,
  order: 'ORD-00042',
} as const;

it('records a claim in one press while its amount is due', () => {
  expect(claimStep(claim)).toEqual({ step: 'record' });
  expect(claimStep({ ...claim, amount: 400 })).toEqual({ step: 'record' });
});

it('links a claim to the entry of its order with this reference and amount', () => {
  expect(claimStep({ ...claim, same_reference: recorded })).toEqual({ step: 'link', payment: 'p' });
});

it.each([
  ['more than is due', { amount: 1000.01 }, 'Only ₹1,000.00 is due.'],
  ['nothing due', { order: { id: 'o', number: 'ORD-00042', due: -5 } }, 'Nothing is due.'],
  [
    'another amount with its reference',
    { same_reference: { ...recorded, amount: 999 } },
    '412345678901 is recorded for ORD-00042 already, with ₹999.00.',
  ],
  [
    'its reference at another order',
    { same_reference: { ...recorded, order: 'ORD-00007' } },
    '412345678901 is recorded for ORD-00007 already, with ₹1,000.00.',
  ],
  [
    'its reference at a refund',
    { same_reference: { ...recorded, kind: 'refunded' } },
    '412345678901 is recorded for ORD-00042 already, with ₹1,000.00.',
  ],
] satisfies [string, Partial<OpenClaim>, string][])(
  'asks for the fields with %s',
  (_, change, reason) => {
    expect(claimStep({ ...claim, ...change })).toEqual({ step: 'fields', reason });
  },
);

it('offers nothing while the enquiry of the quote has no order', () => {
  expect(claimStep({ ...claim, order: null }).step).toBe('none');
});

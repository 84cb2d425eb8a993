import { describe, expect, it } from 'vitest';
import {
  cancellationLines,
  cancellationSteps,
  cancelledText,
  policyText,
  refundNote,
  type CancellationProposal,
} from './cancellation.ts';
import type { LedgerRow } from './ledger.ts';

const line = {
  kind: 'charge',
  text: 'Cancellation of ORD-00042',
  sac: '997319',
  rate: 18,
  place: 'recipient',
  quantity: 1,
  days: null,
  unit_price: 5296.61,
} as const;

const proposal: CancellationProposal = {
  hours_notice: 30,
  refund_share: 0.75,
  received: 25_000,
  refund: 18_750,
  retained: 6250,
  deposit: { held: 0 },
  invoice: { total: 6250, taxable: 5296.61, tax: 953.39, lines: [line] },
  credit: [{ id: 'a', number: 'INV/26-27/0001', rest: 59_000 }],
  credited: 0,
};

it('says in one total what the customer gets back, as the policy does', () => {
  const nothing = { refund: 0, deposit: { held: 0 }, invoice: null };
  expect(cancelledText(proposal)).toBe('₹18,750.00 to refund');
  expect(cancelledText({ ...proposal, deposit: { held: 5000 } })).toBe('₹23,750.00 to give back');
  expect(cancelledText({ ...nothing, invoice: proposal.invoice })).toBe(
    'Nothing to refund, ₹6,250.00 to invoice',
  );
  expect(cancelledText(nothing)).toBe('Nothing to refund');
});

it('says what the policy refunds', () => {
  expect(policyText(proposal)).toBe(
    'With 30 hours of notice the policy refunds 75% of what was received.',
  );
  expect(policyText({ hours_notice: 6917.2, refund_share: 1 })).toBe(
    'With 288 days of notice the policy refunds everything.',
  );
  expect(policyText({ hours_notice: null, refund_share: 1 })).toBe(
    'Without rental dates the policy refunds everything.',
  );
  expect(policyText({ hours_notice: -30, refund_share: 0 })).toBe(
    'After the first rental day began the policy refunds nothing.',
  );
  expect(refundNote(proposal)).toBe('Cancellation: 75% of ₹25,000.00');
});

describe('the steps of a cancellation', () => {
  const entry = (facts: Partial<LedgerRow>): LedgerRow => ({
    id: 'a',
    account: 'rental',
    kind: 'refunded',
    amount: 18_750,
    reverses: null,
    day: '2026-12-01',
    method: 'upi',
    reference: '',
    note: null,
    reversed_by: null,
    voucher: null,
    created_at: '2026-12-01T10:00:00Z',
    created_by_name: null,
    ...facts,
  });
  const money = { billed: 59_000, refunded: 0, rows: [] };
  const steps = (
    now: Partial<CancellationProposal>,
    ledger: Partial<typeof money> | { rows: LedgerRow[] },
  ) =>
    cancellationSteps(
      { ...proposal, deposit: { held: 5000 }, ...now },
      { ...money, ...ledger },
    ).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`);

  it('are credit notes, the invoice of what is retained, refund and deposit, in this order', () => {
    expect(steps({}, {})).toEqual([
      'credit open 59000',
      'retained later 6250',
      'refund open 18750',
      'deposit open 5000',
    ]);
    expect(steps({ credit: [], credited: 59_000 }, { billed: 0 })).toEqual([
      'credit done 59000',
      'retained open 6250',
      'refund open 18750',
      'deposit open 5000',
    ]);
    const settled = {
      credit: [],
      credited: 59_000,
      invoice: null,
      refund: 0,
      deposit: { held: 0 },
    };
    const rows = [
      entry({}),
      entry({ account: 'deposit', amount: 5000 }),
      entry({ account: 'deposit', amount: 400, reversed_by: 'c' }),
    ];
    expect(steps(settled, { billed: 6250.02, refunded: 18_750, rows })).toEqual([
      'credit done 59000',
      'retained done 6250',
      'refund done 18750',
      'deposit done 5000',
    ]);
  });

  it('are none where nothing was billed and nothing received', () => {
    const none = { refund: 0, retained: 0, invoice: null, credit: [], deposit: { held: 0 } };
    expect(steps(none, { billed: 0 })).toEqual([]);
  });
});

it('writes the lines of the invoice as a draft saves them', () => {
  expect(cancellationLines([line])).toEqual([
    {
      ...line,
      item_id: null,
      item_type: null,
      order_item_id: null,
      enquiry_item_id: null,
      discount_percent: null,
      discount_amount: null,
    },
  ]);
});

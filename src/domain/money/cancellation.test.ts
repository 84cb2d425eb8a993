import { expect, it } from 'vitest';
import {
  cancellationLines,
  cancellationStep,
  cancelledText,
  policyText,
  refundNote,
  type CancellationProposal,
} from './cancellation.ts';

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
};

it('says what is to be refunded as the policy does, not by the difference to what is billed', () => {
  expect(cancelledText(proposal, 0)).toBe('₹18,750.00 to refund');
  expect(cancelledText({ refund: 0, retained: 5000 }, 0)).toBe(
    'Nothing to refund, ₹5,000.00 to invoice',
  );
  expect(cancelledText({ refund: 0, retained: 5000 }, 5000)).toBe('Nothing to refund');
  expect(cancelledText({ refund: 0, retained: 0 }, 0)).toBe('Nothing to refund');
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

it('credits the invoices first, then bills what the studio retains', () => {
  expect(cancellationStep(proposal, 59_000)).toBe('credit');
  expect(cancellationStep(proposal, 0)).toBe('invoice');
  expect(cancellationStep(proposal, 6250)).toBeNull();
  expect(cancellationStep({ ...proposal, retained: 0, invoice: null }, 0)).toBeNull();
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

import { expect, it } from 'vitest';
import { paymentKnownBetter } from './payment-text.ts';

it('believes the ledger where an order says that an advance was received', () => {
  const known = [
    { payment_status: 'advance_received', received: 0 },
    { payment_status: 'advance_received', received: 500 },
    { payment_status: 'fully_paid', received: 0 },
    { payment_status: 'pending', received: 0 },
  ].map(paymentKnownBetter);
  expect(known).toEqual([true, false, false, false]);
});

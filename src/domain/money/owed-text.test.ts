import { expect, test } from 'vitest';

import { dueOnInvoices, owedText } from './owed-text.ts';

const today = '2026-12-01';

/** An order that costs `value`, as its ledger has it. */
function owed(value: number, billed: number, received: number, due_on: string | null = null) {
  return {
    due: value - received,
    due_on,
    billed,
    basis: billed > 0 ? ('invoice' as const) : ('estimate' as const),
    to_bill: Math.max(0, value - billed),
    to_credit: Math.max(0, billed - value),
    received,
    tds: 0,
    written_off: 0,
  };
}

test.each([
  [owed(1180, 1180, 1180), 'Paid', 0],
  [owed(3540, 1180, 1180), '₹2,360.00 due, not invoiced yet', 0],
  [owed(3540, 1180, 1180, '2026-12-03'), '₹2,360.00 due, not invoiced yet, by 3 Dec 2026', 0],
  [owed(3540, 3540, 1180), '₹2,360.00 due', 2360],
  [owed(3540, 3540, 1180, '2026-12-01'), '₹2,360.00 due today', 2360],
  [
    owed(3540, 1180, 180, '2026-11-29'),
    '₹3,360.00 due, ₹2,360.00 of it not invoiced yet, 2 days overdue',
    1000,
  ],
  [owed(1180, 3540, 3540), '₹2,360.00 to credit', 0],
  [owed(1180, 1180, 3540), '₹2,360.00 to refund', 0],
  [owed(1180, 3540, 4000), '₹2,360.00 to credit, ₹460.00 to refund', 0],
  [owed(1180, 3540, 0), '₹1,180.00 due, ₹2,360.00 to credit', 3540],
  [owed(3540, 1180, 3540), 'Paid, ₹2,360.00 not invoiced yet', 0],
  [owed(1180, 0, 0, '2026-12-04'), '₹1,180.00 due by 4 Dec 2026', 0],
])('%j: %s', (given, text, onInvoices) => {
  expect(owedText(given, today)).toBe(text);
  expect(dueOnInvoices(given)).toBe(onInvoices);
});

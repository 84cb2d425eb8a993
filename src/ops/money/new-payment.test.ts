import { expect, it } from 'vitest';
import type { LedgerRow } from '#domain/money/ledger.ts';
import { leftOnReceipts } from './new-payment.ts';

const row = (facts: Partial<LedgerRow>, kind?: 'receipt_voucher' | 'refund_voucher') =>
  ({
    kind: 'received',
    amount: 1000,
    reversed_by: null,
    voucher: kind ? { id: kind, number: 'RV/26-27/0001', kind } : null,
    ...facts,
  }) as LedgerRow;

it('is what refunds left of the receipt vouchers; money without one and reversed entries do not count', () => {
  expect(leftOnReceipts({ rows: [row({})] })).toBe(0);
  const rows = [
    row({}),
    row({ amount: 500.1 }, 'receipt_voucher'),
    row({ amount: 333.2 }, 'receipt_voucher'),
    row({ reversed_by: 'later' }, 'receipt_voucher'),
    row({ kind: 'reversal' }, 'refund_voucher'),
  ];
  expect(leftOnReceipts({ rows })).toBe(833.3);
  const refunded = row({ kind: 'refunded', amount: 500 }, 'refund_voucher');
  expect(leftOnReceipts({ rows: [...rows, refunded] })).toBe(333.3);
  expect(leftOnReceipts({ rows: [...rows, refunded, refunded] })).toBe(0);
});

import { describe, expect, it } from 'vitest';
import { ledgerSums } from './ledger-sums.ts';
import { PAYMENT_METHODS, paymentText, type LedgerEntry } from './payment.ts';

const entry = (facts: Partial<LedgerEntry>): LedgerEntry => ({
  id: 'a',
  account: 'rental',
  kind: 'received',
  amount: 100,
  reverses: null,
  ...facts,
});

describe('the sums of a ledger', () => {
  it('count TDS and what is written off against the due amount, not as received', () => {
    expect(
      ledgerSums(59000, [
        entry({ id: 'a', amount: 25000 }),
        entry({ id: 'b', kind: 'tds', amount: 1000 }),
        entry({ id: 'c', kind: 'written_off', amount: 0.4 }),
      ]),
    ).toEqual({ received: 25000, refunded: 0, tds: 1000, written_off: 0.4, held: 0, due: 32999.6 });
  });

  it('hold a deposit apart until it is applied', () => {
    const held = entry({ id: 'a', account: 'deposit', amount: 5000 });
    expect(ledgerSums(1000, [held])).toMatchObject({ received: 0, held: 5000, due: 1000 });
    const applied = entry({ id: 'b', account: 'deposit', kind: 'deposit_applied', amount: 700.1 });
    expect(ledgerSums(1000, [held, applied])).toMatchObject({
      received: 700.1,
      held: 4299.9,
      due: 299.9,
    });
    const back = entry({ id: 'c', account: 'deposit', kind: 'refunded', amount: 4299.9 });
    expect(ledgerSums(1000, [held, applied, back])).toMatchObject({
      refunded: 0,
      held: 0,
      due: 299.9,
    });
  });

  it('leave out what was reversed, and add up paise exactly', () => {
    const sums = ledgerSums(0.3, [
      entry({ id: 'a', amount: 0.1 }),
      entry({ id: 'b', amount: 0.2 }),
      entry({ id: 'c', amount: 900 }),
      entry({ id: 'd', kind: 'reversal', amount: 900, reverses: 'c' }),
    ]);
    expect(sums).toMatchObject({ received: 0.3, due: 0 });
  });

  it('are negative when the studio owes the customer', () => {
    expect(ledgerSums(100, [entry({ amount: 150 })]).due).toBe(-50);
  });
});

describe('an entry of the ledger', () => {
  it('has a text by account and kind', () => {
    expect(paymentText({ account: 'rental', kind: 'received' })).toBe('Received');
    expect(paymentText({ account: 'deposit', kind: 'received' })).toBe('Deposit received');
    expect(paymentText({ account: 'rental', kind: 'refunded' })).toBe('Refunded');
    expect(paymentText({ account: 'deposit', kind: 'refunded' })).toBe('Deposit returned');
    expect(paymentText({ account: 'rental', kind: 'tds' })).toBe('TDS deducted');
    expect(paymentText({ account: 'deposit', kind: 'deposit_applied' })).toBe(
      'Deposit applied to the rent',
    );
    expect(paymentText({ account: 'rental', kind: 'written_off' })).toBe('Written off');
    expect(paymentText({ account: 'rental', kind: 'reversal' })).toBe('Reversal');
  });

  it('has a method with a label', () => {
    expect(Object.values(PAYMENT_METHODS)).toEqual([
      'UPI',
      'Bank transfer',
      'Cash',
      'Card',
      'Cheque',
      'Other',
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { saveSettings } from './documents.ts';
import { useOrderValue } from './order-value.ts';

const { studio, sql, call, order, ledger, figures, pay, invoice, addLine } = useOrderValue();

describe('a deposit that pays what is due', () => {
  const settle = (of: string, due: number) =>
    call<{ invoice: string | null; applied: number; returned: number }>('settle_deposit', {
      order: of,
      due,
      method: 'upi',
      key: randomUUID(),
    });
  const deposit = (of: string, amount: number) =>
    call('record_payment', {
      order: of,
      account: 'deposit',
      kind: 'received',
      amount,
      method: 'upi',
      key: randomUUID(),
    });

  test('is applied as far as it goes, with the invoice of what is missing', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await invoice(made);
    await deposit(made, 500);
    await addLine(made, 'Damage: torn cloth', 1000, 'damage');
    const settled = await settle(made, 2360);
    expect(settled).toMatchObject({ applied: 500, returned: 0 });
    expect(settled.invoice).not.toBeNull();
    expect(await figures(made)).toEqual([2360, 2360, 0, 0, 500, 1860]);
  });

  test('of an order without an invoice makes none', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await deposit(made, 5000);
    expect(await settle(made, 1180)).toMatchObject({
      invoice: null,
      applied: 1180,
      returned: 3820,
    });
    expect(await figures(made)).toEqual([1180, 0, 0, 0, 1180, 0]);
  });

  test('does nothing at all where a step is refused', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await invoice(made);
    await deposit(made, 5000);
    await addLine(made, 'Damage: torn cloth', 1000, 'damage');
    const before = await ledger(made);
    await expect(settle(made, 1180)).rejects.toThrow('Now ₹2,360.00 is due. Look at it again.');
    await saveSettings(studio, { 'identity.legal_name': '' });
    await expect(settle(made, 2360)).rejects.toThrow("Enter the studio's legal name");
    await saveSettings(studio, { 'identity.legal_name': 'Frameyard Pictures LLP' });
    expect(await ledger(made)).toEqual(before);
    const drafts =
      await sql()`select id from documents where order_id = ${made} and state = 'draft'`;
    expect(drafts).toHaveLength(0);
    await pay(made, 2360);
    await expect(settle(made, 0)).rejects.toThrow('Nothing is to be taken from a deposit.');
  });
});

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { useDocuments } from './documents.ts';

/** The credit of an invoice that a ledger proposes. */
export interface Credit {
  invoice: string;
  number: string;
  total: number;
  lines: { position: number; taxable: number }[];
}
interface Figures {
  value: number;
  basis: string;
  billed: number;
  to_bill: number;
  to_credit: number;
  received: number;
  due: number;
  credits: Credit[];
  quoted: { number: string; total: number; accepted: boolean } | null;
}

/** A studio whose orders are billed, paid and changed. */
export function useOrderValue() {
  const documents = useDocuments();
  const { sql, call, make, issue } = documents;

  const ledger = (of: string) => call<Figures>('ledger', { order: of });
  /** [value, billed, to bill, to credit, received, due] */
  const figures = async (of: string) => {
    const { value, billed, to_bill, to_credit, received, due } = await ledger(of);
    const [saved] = await sql()`
      select value::float, billed::float, received::float, due::float from private.order_balances where order_id = ${of}`;
    expect(saved).toEqual({ value, billed, received, due });
    return [value, billed, to_bill, to_credit, received, due];
  };
  const pay = (of: string, amount: number) =>
    call('record_payment', {
      order: of,
      account: 'rental',
      kind: 'received',
      amount,
      method: 'upi',
      key: randomUUID(),
    });
  const invoice = async (of: string) => issue(await make('invoice', { order: of }));
  const addLine = (of: string, text: string, price: number, charge: string | null = null) =>
    sql()`
      insert into order_items (order_id, description, price, quantity, per_day, charge, position)
      select ${of}, ${text}, ${price}, 1, false, ${charge}, 1 + max(position) from order_items where order_id = ${of}`;

  return { ...documents, ledger, figures, pay, invoice, addLine };
}

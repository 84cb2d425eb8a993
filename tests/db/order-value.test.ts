import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { saveSettings, type DocumentRecord } from './documents.ts';
import { useOrderValue, type Credit } from './order-value.ts';

const {
  studio,
  sql,
  call,
  order,
  make,
  issue,
  change,
  profile,
  ledger,
  figures,
  pay,
  invoice,
  addLine,
} = useOrderValue();

const credit = async ({ invoice: id, lines }: Credit) =>
  issue(
    await call<DocumentRecord>('make_credit_note', {
      invoice: id,
      lines,
      reason: 'Changed',
      key: randomUUID(),
    }),
  );
const creditAll = async (of: string) => {
  for (const note of (await ledger(of)).credits) await credit(note);
};
/** Changes a line of an order as later edits do. */
const setLine = (
  of: string,
  at: number,
  values: { days?: number; pieces?: number; price?: number },
) =>
  sql()`
    update order_items set rental_to = rental_from + coalesce(${values.days ?? null}::integer - 1, rental_days - 1),
      quantity = coalesce(${values.pieces ?? null}, quantity), price = coalesce(${values.price ?? null}, price)
    where order_id = ${of} and position = ${at}`;
const texts = ({ lines }: DocumentRecord) => lines.map((line) => [line['text'], line['taxable']]);

describe('what an order owes', () => {
  test('more days after the invoice was paid', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    const first = await invoice(made);
    await pay(made, 1180);
    expect(await figures(made)).toEqual([1180, 1180, 0, 0, 1180, 0]);
    await setLine(made, 1, { days: 3 });
    expect(await figures(made)).toEqual([3540, 1180, 2360, 0, 1180, 2360]);
    const draft = await make('invoice', { order: made });
    expect(texts(draft)).toEqual([[`Lamp: 3 days instead of 1, less ${first.number}`, 2000]]);
    expect(draft.missing).toEqual([]);
    const second = await issue(draft);
    expect(await figures(made)).toEqual([3540, 3540, 0, 0, 1180, 2360]);
    await expect(make('invoice', { order: made })).rejects.toThrow(
      `All of this order is invoiced already: ${first.number}, ${second.number}.`,
    );
    await setLine(made, 1, { days: 4 });
    expect(texts(await make('invoice', { order: made }))).toEqual([
      [`Lamp: 1 piece for 4 days, less ${second.number} and ${first.number}`, 1000],
    ]);
  });

  test('fewer pieces after the invoice was paid', async () => {
    const made = await order([['Lamp', 1000, 3, 1]]);
    const first = await invoice(made);
    await pay(made, 3540);
    await setLine(made, 1, { pieces: 1 });
    expect(await figures(made)).toEqual([1180, 3540, 0, 2360, 3540, -2360]);
    expect((await ledger(made)).credits).toEqual([
      {
        invoice: first.id,
        number: first.number,
        total: 2360,
        lines: [{ position: 1, taxable: 2000 }],
      },
    ]);
    await creditAll(made);
    expect(await figures(made)).toEqual([1180, 1180, 0, 0, 3540, -2360]);
  });

  test('damage of a return beside a deposit', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await invoice(made);
    await pay(made, 1180);
    await addLine(made, 'Damage: torn cloth', 1000, 'damage');
    expect(await figures(made)).toEqual([2360, 1180, 1180, 0, 1180, 1180]);
    expect(texts(await make('invoice', { order: made }))).toEqual([['Damage: torn cloth', 1000]]);
  });

  test('lines added and removed, a price up and another down', async () => {
    const made = await order([
      ['Lamp', 1000, 1, 1],
      ['Sofa', 500, 1, 1],
      ['Fan', 300, 1, 1],
    ]);
    const first = await invoice(made);
    await sql()`delete from order_items where order_id = ${made} and position = 2`;
    await addLine(made, 'Delivery', 250);
    await setLine(made, 1, { price: 1200 });
    await setLine(made, 3, { price: 100 });
    // 1,550 + 18 %
    expect(await figures(made)).toEqual([1829, 2124, 531, 826, 0, 1829]);
    const draft = await make('invoice', { order: made });
    expect(texts(draft)).toEqual([
      [`Lamp: ₹1,200.00 instead of ₹1,000.00, less ${first.number}`, 200],
      ['Delivery', 250],
    ]);
    await issue(draft);
    await creditAll(made);
    expect(await figures(made)).toEqual([1829, 1829, 0, 0, 0, 1829]);
  });

  test('after a credit note of a part the rest is billed again, or credited', async () => {
    const made = await order([['Lamp', 1000, 2, 1]]);
    const first = await invoice(made);
    await credit({
      invoice: first.id,
      number: '',
      total: 0,
      lines: [{ position: 1, taxable: 200 }],
    });
    expect(await figures(made)).toEqual([2360, 2124, 236, 0, 0, 2360]);
    await setLine(made, 1, { pieces: 3 });
    await invoice(made);
    expect(await figures(made)).toEqual([3540, 3540, 0, 0, 0, 3540]);
    // More than the newest invoice has.
    await setLine(made, 1, { pieces: 1 });
    expect((await ledger(made)).credits.map(({ total }) => total)).toEqual([1416, 944]);
    await creditAll(made);
    expect(await figures(made)).toEqual([1180, 1180, 0, 0, 0, 1180]);
  });

  test('parts by several invoices, and no part twice', async () => {
    const made = await order([
      ['Lamp', 1000, 1, 2],
      ['Sofa', 500, 1, 1],
    ]);
    const whole = await make('invoice', { order: made });
    const part = await make('invoice', { order: made });
    const half = { ...part.lines[0], days: 1 };
    await issue(await change(part, { lines: [half] }));
    expect(await figures(made)).toEqual([2950, 1180, 1770, 0, 0, 2950]);
    const stale = await call<DocumentRecord>('document', { id: whole.id });
    expect(stale.missing).toMatchObject([{ field: 'lines', index: 0 }]);
    expect(stale.missing[0]?.text).toMatch(
      /^Only ₹1,000\.00 of this line is not on INV\/.* yet\.$/,
    );
    await invoice(made);
    expect(await figures(made)).toEqual([2950, 2950, 0, 0, 0, 2950]);
    const twice = await call<DocumentRecord>('document', { id: whole.id });
    expect(twice.missing.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^This is on INV/),
      expect.stringMatching(/^This is on INV/),
    ]);
  });

  test('an order-wide discount is shared over all lines', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await sql()`update orders set discount_amount = 100 where id = ${made}`;
    await invoice(made);
    expect(await figures(made)).toEqual([1062, 1062, 0, 0, 0, 1062]);
    await addLine(made, 'Delivery', 500);
    const draft = await make('invoice', { order: made });
    expect(texts(draft).map(([, taxable]) => taxable)).toEqual([33.33, 466.67]);
    await issue(draft);
    expect(await figures(made)).toEqual([1652, 1652, 0, 0, 0, 1652]);
    await sql()`update orders set discount_amount = 400 where id = ${made}`;
    const [value, billed, toBill, toCredit] = await figures(made);
    expect([value, billed, toBill, toCredit]).toEqual([1298, 1652, 0, 354]);
    await creditAll(made);
    expect(await figures(made)).toEqual([1298, 1298, 0, 0, 0, 1298]);
  });

  test('what a line was divided into, or removed and added again, is one difference', async () => {
    const made = await order([['Lamp', 1000, 2, 1]]);
    const first = await invoice(made);
    // One piece is back; the other stays for two days more, as a line of its own.
    await setLine(made, 1, { pieces: 1 });
    await sql()`
      insert into order_items (order_id, description, price, quantity, rental_from, rental_to, position)
      select order_id, description, price, 1, rental_from, rental_from + 2, 2 from order_items where order_id = ${made}`;
    expect(await figures(made)).toEqual([4720, 2360, 2360, 0, 0, 4720]);
    const draft = await make('invoice', { order: made });
    expect(texts(draft)).toEqual([[`Lamp: 1 piece for 3 days, less ${first.number}`, 2000]]);
    await issue(draft);
    expect(await figures(made)).toEqual([4720, 4720, 0, 0, 0, 4720]);
    await sql()`delete from order_items where order_id = ${made} and position = 1`;
    await setLine(made, 2, { pieces: 1, days: 1 });
    expect(await figures(made)).toEqual([1180, 4720, 0, 3540, 0, 1180]);
    await creditAll(made);
    expect(await figures(made)).toEqual([1180, 1180, 0, 0, 0, 1180]);
  });

  test('a supply without payment of tax has none in what is owed', async () => {
    const [other] = await sql()<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile) values ('Zoya', 'Sez', '+919800000012') returning id`;
    await profile({ gstin: '29AAGCB7383J1Z4', zero_rated: 'without_payment' }, other.id);
    const made = await order([['Lamp', 1000, 1, 1]], other.id);
    expect(await figures(made)).toEqual([1000, 0, 0, 0, 0, 1000]);
  });

  test('an invoice that was written by hand bills the lines in their order', async () => {
    const made = await order([
      ['Lamp', 1000, 1, 1],
      ['Sofa', 500, 1, 1],
    ]);
    const draft = await make('invoice', { order: made });
    const [line] = draft.lines;
    const packed = {
      ...line,
      text: 'As agreed',
      unit_price: 1200,
      order_item_id: null,
    };
    await issue(await change(draft, { lines: [packed] }));
    expect(await figures(made)).toEqual([1770, 1416, 354, 0, 0, 1770]);
    // What only an invoice has beside the order's lines is owed too.
    const other = await order([['Lamp', 1000, 1, 1]]);
    const whole = await make('invoice', { order: other });
    const extra = { ...packed, text: 'Delivery', unit_price: 250 };
    await issue(await change(whole, { lines: [...whole.lines, extra] }));
    expect(await figures(other)).toEqual([1475, 1475, 0, 0, 0, 1475]);
  });

  test('has the place and class of the line that was billed', async () => {
    const [other] = await sql()<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile) values ('Ravi', 'Sen', '+919800000011') returning id`;
    const saved = await profile({ state_code: '27' }, other.id);
    const made = await order([['Lamp', 99.95, 1, 1]], other.id);
    const draft = await make('invoice', { order: made });
    const [line] = draft.lines;
    await issue(
      await change(draft, {
        billing_profile: saved.id,
        lines: [{ ...line, rate: 5 }],
      }),
    );
    await setLine(made, 1, { days: 2 });
    const more = await make('invoice', { order: made });
    expect(more).toMatchObject({
      place_of_supply: '27',
      billing_profile: { id: saved.id },
      lines: [{ rate: 5, igst: 5, cgst: 0 }],
    });
  });

  test('is rounded as its documents are', async () => {
    await saveSettings(studio, { 'documents.round_off': true });
    const made = await order([['Lamp', 279.16, 1, 1]]);
    expect(await figures(made)).toEqual([329, 0, 0, 0, 0, 329]);
    await invoice(made);
    await setLine(made, 1, { days: 2 });
    expect(await figures(made)).toEqual([658, 329, 329, 0, 0, 658]);
    await setLine(made, 1, { days: 1, price: 0 });
    expect(await figures(made)).toEqual([0, 329, 0, 329, 0, 0]);
    await sql()`delete from private.studio_settings where key = 'documents.round_off'`;
  });

  test('a cancelled order owes what its invoices bill besides its lines', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    const first = await invoice(made);
    await pay(made, 1180);
    await sql()`update orders set status = 'cancelled' where id = ${made}`;
    expect(await figures(made)).toEqual([0, 1180, 0, 1180, 1180, -1180]);
    await creditAll(made);
    const fee = await make('invoice', { order: made });
    const [line] = fee.lines;
    const charge = {
      ...line,
      kind: 'charge',
      text: 'Cancellation',
      unit_price: 500,
      order_item_id: null,
    };
    await issue(await change(fee, { lines: [charge] }));
    expect(await figures(made)).toEqual([590, 590, 0, 0, 1180, -590]);
    expect(first.number).not.toBeNull();
  });

  test('the payment field follows when an order that was paid costs more, and back', async () => {
    const made = await order([['Lamp', 1000, 1, 1]]);
    await pay(made, 1180);
    const status = async () => {
      const [row] = await sql()<[{ payment_status: string }]>`
        select payment_status from orders where id = ${made}`;
      return row.payment_status;
    };
    expect(await status()).toBe('fully_paid');
    await setLine(made, 1, { days: 3 });
    expect(await status()).toBe('advance_received');
    await setLine(made, 1, { days: 1 });
    expect(await status()).toBe('fully_paid');
  });
});

describe('one arithmetic', () => {
  test('99.95 for a day is 117.95 on estimate, quote and invoice', async () => {
    const made = await order([['Lamp', 99.95, 1, 1]]);
    expect(await figures(made)).toEqual([117.95, 0, 0, 0, 0, 117.95]);
    await issue(await make('quote', { order: made }));
    expect(await ledger(made)).toMatchObject({
      value: 117.95,
      basis: 'quote',
      due: 117.95,
    });
    await pay(made, 117.95);
    await invoice(made);
    expect(await figures(made)).toEqual([117.95, 117.95, 0, 0, 117.95, 0]);
  });

  test('follows the customer’s state and the studio’s', async () => {
    const made = await order([['Lamp', 99.95, 1, 1]]);
    const saved = await profile({ state_code: '27' });
    // 18 % of 99.95 is 17.991: one amount of IGST, two halves inside the state.
    expect(await figures(made)).toEqual([117.94, 0, 0, 0, 0, 117.94]);
    await saveSettings(studio, { 'identity.gstin': '27AAGCB7383J1Z8' });
    expect(await figures(made)).toEqual([117.95, 0, 0, 0, 0, 117.95]);
    await saveSettings(studio, { 'identity.gstin': '29AAGCB7383J1Z4' });
    expect(await figures(made)).toEqual([117.94, 0, 0, 0, 0, 117.94]);
    await sql()`delete from billing_profiles where id = ${saved.id}`;
  });
});

describe('a quote', () => {
  test('counts only while it fits, and its revision has the order’s lines', async () => {
    const made = await order([['Lamp', 1000, 3, 1]]);
    const quote = await issue(await make('quote', { order: made }));
    expect(await ledger(made)).toMatchObject({
      value: 3540,
      basis: 'quote',
      quoted: null,
    });
    await setLine(made, 1, { pieces: 1 });
    expect(await ledger(made)).toMatchObject({
      value: 1180,
      due: 1180,
      basis: 'estimate',
      quoted: { number: quote.number, total: 3540, accepted: false },
    });
    const revision = await call<DocumentRecord>('revise_quote', {
      id: quote.id,
      key: randomUUID(),
    });
    expect(revision).toMatchObject({
      revision: 2,
      lines: [{ quantity: 1 }],
      source_changed: false,
    });
    await issue(revision);
    expect(await ledger(made)).toMatchObject({
      value: 1180,
      basis: 'quote',
      quoted: null,
    });
    await addLine(made, 'Damage: torn cloth', 500, 'damage');
    expect(await ledger(made)).toMatchObject({
      value: 1770,
      basis: 'estimate',
      quoted: null,
    });
  });
});

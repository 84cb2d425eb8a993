import { describe, expect, test } from 'vitest';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import { useMoney } from './money-calls.ts';

const { studio, record, reverse, issued, ledger, order, refused } = useMoney();

type Voucher = {
  kind: string;
  number: string;
  customer_id: string;
  total: string;
  frozen: {
    title: string;
    number: string;
    order: { number: string };
    corrects: { number: string } | null;
    reason: string | null;
    place_of_supply: { code: string } | null;
    payment: { method: string; reference: string; day: string };
    sums: Record<string, number>;
    lines: { text: string; sac: string; rate: number; taxable: number; total: number }[];
    total_words: string;
  };
};

const voucher = async (id: string | null) => {
  const [row] = await studio.db.owner<[Voucher]>`select * from documents where id = ${id}`;
  // PDF and pages read this shape.
  frozenDocument.parse(row.frozen);
  return row;
};
const studioFacts = async () =>
  studio.db.owner`insert into private.studio_settings (key, value) values
    ('identity.legal_name', '"Frameyard Rentals LLP"'), ('identity.gstin', '"29AABCU9603R1ZJ"')
    on conflict (key) do nothing`;

describe('a receipt voucher', () => {
  test('needs the studio’s legal name and GSTIN, and nothing is recorded without them', async () => {
    const made = await order();
    expect(await refused(record(made, { voucher: true }))).toMatchObject({
      code: 'PT409',
      message:
        "Enter the studio's legal name in the settings. Enter the studio's GSTIN in the settings.",
      detail: expect.stringContaining('"reason": "incomplete"') as string,
    });
    expect((await ledger(made)).rows).toEqual([]);
  });

  test('has the tax inside the amount received', async () => {
    await studioFacts();
    const made = await order();
    const paid = await record(made, { voucher: true, reference: 'UTR-9' });
    const receipt = await voucher(paid.voucher);
    const [{ money }] = await studio.db.owner<[{ money: unknown }]>`
      select private.document_money(document, 'invoice') as money
      from documents as document where id = ${paid.voucher}`;
    expect(money).toEqual({ paid: null, pay: null });
    expect(receipt).toMatchObject({
      kind: 'receipt_voucher',
      number: expect.stringMatching(/^RV\/\d\d-\d\d\/0001$/) as string,
    });
    expect(receipt.frozen).toMatchObject({
      title: 'Receipt voucher',
      number: receipt.number,
      corrects: null,
      payment: { method: 'upi', reference: 'UTR-9' },
      // The design's figures.
      sums: { taxable: 21_186.44, cgst: 1906.78, sgst: 1906.78, igst: 0, total: 25_000 },
      lines: [
        { text: `Advance for ${paid.ledger.order.number}`, sac: '997319', rate: 18, total: 25_000 },
      ],
      total_words: 'Rupees twenty-five thousand only',
    });
    expect(paid.ledger.rows[0]?.voucher).toMatchObject({ number: receipt.number });
    expect(paid.ledger.documents).toMatchObject([{ kind: 'receipt_voucher', total: 25_000 }]);
  });

  test('is taxed by the recipient’s state, and what is used in the studio by the studio’s', async () => {
    await studioFacts();
    const made = await order();
    await studio.db.owner`
      with class as (
        insert into tax_classes (label, sac, rate, place) values ('Studio', '9972', 12, 'premises') returning id
      )
      update private.kind_tax_classes set tax_class_id = class.id from class where kind = 'set'`;
    await studio.db.owner`
      insert into order_items (order_id, item_type, item_id, quantity, price)
      select ${made}, 'set', id, 1, 25000 from sets limit 1`;
    const [profile] = await studio.db.owner<[{ id: string }]>`
      insert into billing_profiles (customer_id, legal_name, state_code)
      values (${studio.ids.customer}, 'Asha Films', '27') returning id`;
    const { frozen } = await voucher(
      (await record(made, { voucher: true, amount: 30_000 })).voucher,
    );
    // Two thirds of the order is rented out, one third is the studio.
    expect(frozen.place_of_supply).toMatchObject({ code: '27' });
    expect(frozen.lines).toMatchObject([
      {
        sac: '9972',
        rate: 12,
        taxable: 8928.58,
        igst: 0,
        cgst: 535.71,
        sgst: 535.71,
        total: 10_000,
      },
      { sac: '997319', rate: 18, taxable: 16_949.15, igst: 3050.85, cgst: 0, total: 20_000 },
    ]);
    await studio.db.owner`delete from billing_profiles where id = ${profile.id} and not exists (
      select from documents where billing_profile_id = ${profile.id})`;
  });

  test('splits any amount to the paisa', async () => {
    const sums = await studio.db.owner<{ amount: string; parts: string; taxes: string }[]>`
      select amount, (select sum((part ->> 'total')::numeric) from jsonb_array_elements(parts) as part) as parts,
        (select sum((part ->> 'taxable')::numeric + (part ->> 'cgst')::numeric + (part ->> 'sgst')::numeric
          + (part ->> 'igst')::numeric) from jsonb_array_elements(parts) as part) as taxes
      from (
        select amount, private.taxed_parts(made, amount, true, amount::bigint % 2 = 0) as parts
        from (select round((random() * 100000)::numeric, 2) + 0.01 as amount from generate_series(1, 300)) as given,
          lateral (select orders.* from orders where exists (
            select from order_items where order_id = orders.id and item_type = 'set') limit 1) as made
      ) as split`;
    expect(sums).toHaveLength(300);
    for (const { amount, parts, taxes } of sums) expect([parts, taxes]).toEqual([amount, amount]);
  });
});

describe('a refund voucher', () => {
  test('names the receipt voucher that it refunds', async () => {
    await studioFacts();
    const made = await order();
    await record(made, { amount: 100 });
    expect(
      await refused(record(made, { kind: 'refunded', amount: 10, voucher: true })),
    ).toMatchObject({
      code: 'PT409',
      message: 'No receipt voucher was issued for this order: record the refund without a voucher.',
    });
    const receipt = await voucher((await record(made, { voucher: true, amount: 5000 })).voucher);
    const refund = await voucher(
      (await record(made, { kind: 'refunded', amount: 1180, method: 'bank', voucher: true }))
        .voucher,
    );
    expect(refund).toMatchObject({
      kind: 'refund_voucher',
      number: expect.stringMatching(/^RF\//) as string,
    });
    expect(refund.frozen).toMatchObject({
      corrects: { number: receipt.number },
      payment: { method: 'bank' },
      sums: { total: 1180 },
    });
    expect((await ledger(made)).due).toBe(59_000 - 100 - 5000 + 1180);
  });

  test('is issued when a payment with a receipt voucher is reversed', async () => {
    await studioFacts();
    const made = await order();
    const paid = await record(made, {
      voucher: true,
      amount: 5000,
      method: 'cheque',
      reference: '000123',
    });
    const reversed = await reverse(paid.payment, { reason: 'Cheque bounced' });
    const refund = await voucher(reversed.voucher);
    expect(refund.frozen).toMatchObject({
      title: 'Refund voucher',
      corrects: { number: (await voucher(paid.voucher)).number },
      reason: 'Cheque bounced',
      payment: { method: 'cheque', reference: '000123' },
      sums: { total: 5000 },
    });
    expect(reversed.ledger).toMatchObject({ received: 0, order: { payment_status: 'pending' } });
  });

  test('splits by the lines of the newest invoice', async () => {
    await studioFacts();
    const made = await order();
    await issued(made, 'invoice', 59_000);
    const { frozen } = await voucher((await record(made, { voucher: true, amount: 500 })).voucher);
    expect(frozen.lines).toMatchObject([{ rate: 0, taxable: 500, total: 500 }]);
  });
});

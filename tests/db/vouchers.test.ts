import { describe, expect, test } from 'vitest';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import { verifyBooks } from '../../scripts/verify-books.ts';
import { useMoney } from './money-calls.ts';

const { studio, call, record, reverse, issued, ledger, order, refused } = useMoney();

type Voucher = {
  kind: string;
  number: string;
  customer_id: string;
  total: string;
  frozen: {
    title: string;
    number: string;
    order: { number: string };
    customer: { gstin: string; name: string };
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

describe('what takes a receipt back', () => {
  const parties = ({ frozen }: Voucher) => ({
    customer: frozen.customer,
    place: frozen.place_of_supply?.code,
  });
  const figures = ({ frozen: { lines } }: Voucher) =>
    lines.map(({ sac, rate, taxable, total }) => ({ sac, rate, taxable, total }));
  const numbers = ({ frozen: { lines } }: Voucher) =>
    lines.map(({ text, total }) => [/RV[0-9/-]+/.exec(text)?.[0], total]);
  const received = async (of: string, amount: number, reference: string) =>
    voucher((await record(of, { voucher: true, amount, reference })).voucher);
  /** A billing profile that new documents have, since it is the newest. */
  const billed = async (state: string) => {
    const [made] = await studio.db.owner<[{ id: string }]>`
      insert into billing_profiles (customer_id, legal_name, state_code)
      values (${studio.ids.customer}, 'Asha Films', ${state}) returning id`;
    return made.id;
  };
  const refund = (of: string, amount: number) =>
    record(of, { kind: 'refunded', amount, method: 'bank', voucher: true });

  test('has its parties, place, rate and split, whatever changed since', async () => {
    await studioFacts();
    const profile = await billed('29');
    const [refunded, reversed] = [await order(), await order()];
    const receipt = await received(refunded, 1180, 'A-1');
    const paid = await record(reversed, { voucher: true, amount: 1180, reference: 'A-2' });
    expect(receipt.frozen.sums).toMatchObject({ taxable: 1000, cgst: 90, sgst: 90, igst: 0 });
    await studio.db.owner`
      update billing_profiles set gstin = '27AAPFU0939F1ZV', state_code = '27' where id = ${profile}`;
    const rates = await studio.db.owner<{ id: string; rate: string }[]>`
      select id, rate from tax_classes`;
    await studio.db.owner`update tax_classes set rate = 5`;
    await studio.db
      .owner`update private.studio_settings set value = '""' where key = 'identity.gstin'`;

    const part = await voucher((await refund(refunded, 590)).voucher);
    expect(parties(part)).toEqual(parties(receipt));
    expect(part.frozen.sums).toMatchObject({ taxable: 500, cgst: 45, sgst: 45, igst: 0 });
    const rest = await voucher((await refund(refunded, 590)).voucher);
    expect(rest.frozen.sums).toMatchObject({ taxable: 500, cgst: 45, sgst: 45, igst: 0 });

    const back = await voucher((await reverse(paid.payment)).voucher);
    const former = await voucher(paid.voucher);
    expect([parties(back), figures(back)]).toEqual([parties(former), figures(former)]);
    // A refund that is reversed is a receipt again, with the same parties and split.
    const last = (await ledger(refunded)).rows.at(-1);
    const again = await voucher((await reverse(last?.id ?? '')).voucher);
    expect([again.kind, parties(again), figures(again)]).toEqual([
      'receipt_voucher',
      parties(rest),
      figures(rest),
    ]);

    for (const { id, rate } of rates) {
      // oxlint-disable-next-line no-await-in-loop -- why: two rows.
      await studio.db.owner`update tax_classes set rate = ${rate} where id = ${id}`;
    }
    await studio.db
      .owner`update private.studio_settings set value = '"29AABCU9603R1ZJ"' where key = 'identity.gstin'`;
  });

  test('names all receipts that it takes from, newest first, each to the paisa', async () => {
    await studioFacts();
    await billed('29');
    const made = await order();
    const [one, two] = [await received(made, 1000, 'B-1'), await received(made, 333.33, 'B-2')];
    const first = await voucher((await refund(made, 500)).voucher);
    expect(first.frozen.corrects).toMatchObject({ number: two.number });
    expect(numbers(first)).toEqual([
      [two.number, 333.33],
      [one.number, 166.67],
    ]);
    const second = await voucher((await refund(made, 833.33)).voucher);
    expect(numbers(second)).toEqual([[one.number, 833.33]]);
    const sum = (name: string, of: Voucher[]) =>
      of.reduce((whole, { frozen }) => whole + Math.round((frozen.sums[name] ?? 0) * 100), 0);
    for (const name of ['taxable', 'cgst', 'sgst', 'total']) {
      expect(sum(name, [first, second])).toBe(sum(name, [one, two]));
    }
    const { at } = await call<{ at: { received: number }[] }>('gstr1', {
      from: one.frozen.payment.day,
      to: one.frozen.payment.day,
    });
    const before = at.reduce((whole, row) => whole + row.received, 0);
    const third = await order();
    await received(third, 1180, 'B-3');
    await refund(third, 180);
    const { at: now } = await call<{ at: { received: number }[] }>('gstr1', {
      from: one.frozen.payment.day,
      to: one.frozen.payment.day,
    });
    expect(now.reduce((whole, row) => whole + row.received, 0) - before).toBeCloseTo(1000, 2);
  });

  test('is not more than the receipts, and not of different places', async () => {
    await studioFacts();
    await billed('29');
    const made = await order();
    await record(made, { amount: 100, reference: 'C-0' });
    const receipt = await received(made, 500, 'C-1');
    expect(await refused(refund(made, 600))).toMatchObject({
      code: 'PT409',
      message:
        'Only ₹500.00 of this order is left on receipt vouchers: record the rest as a refund without a voucher.',
    });
    await billed('27');
    const outside = await received(made, 200, 'C-2');
    expect(await refused(refund(made, 300))).toMatchObject({
      code: 'PT409',
      message: `The receipt vouchers ${outside.number} and ${receipt.number} have different customers or places of supply: refund at most ₹200.00 first, then the rest.`,
    });
    expect(numbers(await voucher((await refund(made, 200)).voucher))).toEqual([
      [outside.number, 200],
    ]);
    expect(numbers(await voucher((await refund(made, 100)).voucher))).toEqual([
      [receipt.number, 100],
    ]);
  });

  test(
    'random refunds of random receipts meet them to the paisa, in every class',
    { tags: ['long'] },
    async () => {
      await studioFacts();
      await billed('27');
      let state = 7;
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      for (let round = 0; round < 5; round += 1) {
        /* oxlint-disable no-await-in-loop -- why: each counts on those before it. */
        const made = await order();
        await studio.db.owner`
        insert into order_items (order_id, item_type, item_id, quantity, price)
        select ${made}, 'set', id, 1, ${1 + random(40_000)} from sets limit 1`;
        let left = 0;
        for (let at = 0; at < 1 + random(3); at += 1) {
          const paise = 100 + random(300_000);
          await received(made, paise / 100, `R-${round}-${at}`);
          left += paise;
        }
        while (left > 0) {
          const paise = left < 500 ? left : 1 + random(left);
          await refund(made, paise / 100);
          left -= paise;
        }
        const classes = await studio.db.owner`
        select line.sac, line.rate, sum(line.taxable * sign) as taxable, sum(line.cgst * sign) as cgst,
          sum(line.igst * sign) as igst
        from documents as document join document_lines as line on line.document_id = document.id
          cross join lateral (select case document.kind when 'receipt_voucher' then 1 else -1 end as sign) as signed
        where document.order_id = ${made} and document.state = 'issued'
        group by line.sac, line.rate having sum(abs(line.taxable)) <> 0`;
        for (const { taxable, cgst, igst } of classes) {
          expect([taxable, cgst, igst].map(Number)).toEqual([0, 0, 0]);
        }
        /* oxlint-enable no-await-in-loop */
      }
      expect((await verifyBooks(studio.db.owner)).problems).toEqual([]);
    },
  );
});

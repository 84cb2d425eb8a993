import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import { documentSums, type SumLine } from '#domain/documents/sums.ts';
import { scaled } from '#tests/support/scale.ts';
import { useDocuments, type DocumentRecord } from './documents.ts';

const { studio, call, order, make, issue, change, profile } = useDocuments();

const OUTSIDE = { gstin: '27AAPFU0939F1ZV', address: 'MG Road\nPune' };
/** Lines of the worked table of decision 0076; discounts and rates are set in the draft. */
const TABLE = [
  ['Chair', 1250, 2, 3],
  ['Backdrop', 899.5, 3, 1],
  ['Dupatta', 333.33, 1, 1],
  ['Delivery', 1200, 1, null],
] as const;
const asTable = ({ lines }: DocumentRecord) =>
  lines.map((line, at) => ({
    ...line,
    discount_percent: at < 2 ? 10 : null,
    rate: at === 2 ? 5 : 18,
  }));
const amounts = ({ lines }: DocumentRecord, ...names: string[]) =>
  lines.map((line) => names.map((name) => line[name]));

const RANDOM_DOCUMENTS = scaled(100_000, 400);
const BATCH = 400;

describe('arithmetic', () => {
  test('the worked table, inside and outside the state', async () => {
    const quote = await make('quote', { order: await order(TABLE) });
    const inside = await change(quote, { lines: asTable(quote), billing_profile: null });
    expect(amounts(inside, 'gross', 'discount', 'taxable', 'cgst', 'sgst', 'igst')).toEqual([
      [7500, 750, 6750, 607.5, 607.5, 0],
      [2698.5, 269.85, 2428.65, 218.58, 218.58, 0],
      [333.33, 0, 333.33, 8.33, 8.33, 0],
      [1200, 0, 1200, 108, 108, 0],
    ]);
    expect(inside.sums).toEqual({
      gross: 11_731.83,
      discount: 1019.85,
      taxable: 10_711.98,
      cgst: 942.41,
      sgst: 942.41,
      igst: 0,
      round_off: 0,
      total: 12_596.8,
    });
    expect([inside.place_of_supply, inside.place_reason]).toEqual(['29', 'studio']);
    const outside = await change(inside, { billing_profile: (await profile(OUTSIDE)).id });
    expect(amounts(outside, 'igst')).toEqual([[1215], [437.16], [16.67], [216]]);
    expect([outside.sums.igst, outside.sums.total]).toEqual([1884.83, 12_596.81]);
    expect([outside.place_of_supply, outside.place_reason]).toEqual(['27', 'customer']);
    const shared = await change(outside, { discount_amount: 500 });
    expect(amounts(shared, 'shared_discount')).toEqual([[315.07], [113.36], [15.56], [56.01]]);
    const issued = await issue(shared);
    expect(issued.frozen).toEqual(frozenDocument.parse(issued.frozen));
    expect(issued.frozen).toMatchObject({
      kind: 'quote',
      sums: issued.sums,
      place_of_supply: { name: 'Maharashtra' },
    });
  });

  test('random documents have the same amounts in SQL and TypeScript', async () => {
    let state = 19;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const randomDocument = () => ({
      lines: Array.from({ length: 1 + random(8) }, (_, at): SumLine & { position: number } => ({
        position: at + 1,
        kind: random(12) === 0 ? 'heading' : 'item',
        rate: [0, 5, 12, 18, 28, 0.25][random(6)] ?? 18,
        place: random(3) === 0 ? 'premises' : 'recipient',
        quantity: 1 + random(9),
        days: random(3) === 0 ? null : 1 + random(9),
        unit_price: random(2_000_000) / 100,
        discount_percent: random(3) === 0 ? random(10_001) / 100 : null,
        discount_amount: null,
      })),
      discount_percent: random(3) === 0 ? random(10_001) / 100 : null,
      discount_amount: random(4) === 0 ? random(100_000) / 100 : null,
      studioState: random(4) === 0 ? null : '29',
      placeOfSupply: [null, '29', '27'][random(3)] ?? null,
      placeIsSet: random(2) === 0,
      zeroRated: ([null, null, 'SEZWP', 'EXPWOP'] as const)[random(4)] ?? null,
      roundOff: random(2) === 0,
    });
    /* oxlint-disable no-await-in-loop -- why: one batch after the other, for the memory. */
    for (let done = 0; done < RANDOM_DOCUMENTS; done += BATCH) {
      const documents = Array.from({ length: BATCH }, randomDocument).map((one) =>
        one.discount_percent === null ? one : { ...one, discount_amount: null },
      );
      const rows = await studio.db.owner<{ sums: unknown }[]>`
      select private.document_sums(given -> 'lines', (given ->> 'discount_percent')::numeric,
        (given ->> 'discount_amount')::numeric, given ->> 'studioState', given ->> 'placeOfSupply', (given ->> 'placeIsSet')::boolean,
        (given ->> 'roundOff')::boolean, given ->> 'zeroRated') as sums
      from jsonb_array_elements(${JSON.stringify(documents)}::text::jsonb) with ordinality as listed (given, place)
      order by place`;
      for (const [at, one] of documents.entries()) {
        const { lines, sums } = documentSums(one.lines, one);
        expect(rows[at]?.sums).toEqual({
          lines: lines.map((line, place) => ({ position: place + 1, ...line })),
          sums,
        });
        const paise = (name: keyof (typeof lines)[number]) =>
          lines.reduce((sum, line) => sum + Math.round(line[name] * 100), 0);
        expect(paise('taxable') + paise('cgst') + paise('sgst') + paise('igst')).toBe(
          Math.round((sums.total - sums.round_off) * 100),
        );
      }
    }
    /* oxlint-enable no-await-in-loop */
  }, 600_000);

  test('amounts in words, by Indian numbering', async () => {
    const cases = {
      '12596.80': 'Rupees twelve thousand five hundred ninety-six and eighty paise only',
      '0': 'Rupees zero only',
      '0.05': 'Rupees zero and five paise only',
      '100000': 'Rupees one lakh only',
      '12345678.90':
        'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and ninety paise only',
      '9999999999.99':
        'Rupees nine hundred ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only',
    };
    for (const [amount, words] of Object.entries(cases)) {
      const [row] = await studio.db.owner`select private.in_words(${amount}::numeric) as words`;
      expect(row?.['words']).toBe(words);
    }
  });

  test('tax inside an amount received', async () => {
    const [row] = await studio.db.owner`select private.tax_inside(25000, 18, true) as inside,
      private.tax_inside(25000, 18, false) as outside`;
    expect(row).toEqual({
      inside: { taxable: 21_186.44, cgst: 1906.78, sgst: 1906.78, igst: 0 },
      outside: { taxable: 21_186.44, cgst: 0, sgst: 0, igst: 3813.56 },
    });
  });
});

describe('the editor', () => {
  test('knows the number that issuing gives, and the settings that the sums depend on', async () => {
    const draft = await make('invoice', { order: await order([['Fan', 900, 1, 1]]) });
    expect(draft.studio).toEqual({
      state_code: '29',
      gstin: '29AAGCB7383J1Z4',
      is_registered: true,
      round_off: false,
    });
    const issued = await issue(draft);
    expect(issued.number).toBe(draft.next_number);
    expect(issued.next_number).toBeNull();
  });

  test('says when the order changed, until its lines are read again', async () => {
    const source = await order([['Fan', 900, 1, 1]]);
    const draft = await make('quote', { order: source });
    expect(draft.source_changed).toBe(false);
    await studio.db.owner`update order_items set quantity = 4 where order_id = ${source}`;
    const saved = await change(draft, { notes: 'Bring your own tape.' });
    expect(saved.source_changed).toBe(true);
    expect(amounts(saved, 'quantity')).toEqual([[1]]);
    const { id, version } = saved;
    const read = await call<DocumentRecord>('take_source_lines', {
      id,
      version,
      key: randomUUID(),
    });
    expect(read.source_changed).toBe(false);
    expect(amounts(read, 'quantity', 'taxable')).toEqual([[4, 3600]]);
    expect([read.notes, read.sums.taxable, read.version]).toEqual([
      'Bring your own tape.',
      3600,
      version + 1,
    ]);
    await expect(call('take_source_lines', { id, version, key: randomUUID() })).rejects.toThrow(
      'Somebody else changed this draft meanwhile.',
    );
  });

  test('finds documents by their state', async () => {
    const customer = studio.ids.customer;
    const states = async (state: string | undefined) => {
      const found = await call<{ rows: { state: string }[] }>('search_documents', { state });
      return new Set(found.rows.map((row) => row.state));
    };
    await make('quote', { order: await order([['Fan', 900, 1, 1]], customer) });
    expect(await states('draft')).toEqual(new Set(['draft']));
    expect(await states('issued')).toEqual(new Set(['issued']));
    expect((await states(undefined)).size).toBeGreaterThan(1);
  });
});

describe('issuing', () => {
  test('numbers follow each other, the date is today, hashes are chained', async () => {
    const made = await order([['Sofa', 1000, 1, 1]]);
    const first = await issue(await make('invoice', { order: made }));
    const second = await issue(
      await make('invoice', { order: await order([['Lamp', 500, 1, 1]]) }),
    );
    const [year, sequence] = [first.number?.split('/')[1], Number(first.number?.split('/')[2])];
    expect(first.number).toBe(`INV/${year}/${String(sequence).padStart(4, '0')}`);
    expect(second.number).toBe(`INV/${year}/${String(sequence + 1).padStart(4, '0')}`);
    const rows = await studio.db.owner`
      select date = private.today() as today, hash = sha256(previous_hash || convert_to(frozen::text, 'UTF8')) as whole,
        previous_hash = lag(hash) over (order by sequence) as follows
      from documents where id in ${studio.db.owner([first.id, second.id])} order by sequence`;
    expect(rows).toEqual([
      { today: true, whole: true, follows: null },
      { today: true, whole: true, follows: true },
    ]);
    const [event] = await studio.db.owner`
      select what, to_value, actor from crm_events where subject_id = ${made} and what = 'document_issued'`;
    expect(event).toEqual({ what: 'document_issued', to_value: first.number, actor: 'staff' });
    const again = await make('invoice', { order: made }).catch(String);
    expect(again).toContain(`All of this order is invoiced already: ${first.number}.`);
  });
});

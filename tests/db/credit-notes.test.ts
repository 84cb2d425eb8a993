import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../scripts/verify-books.ts';
import { scaled } from '#tests/support/scale.ts';
import { IDENTITY, OUTSIDE, saveSettings, useDocuments, type DocumentRecord } from './documents.ts';
import { refusal, sqlState } from './studio.ts';

const { studio, sql, call, issue, credit, invoiced, profile } = useDocuments();

const RANDOM_INVOICES = scaled(1000, 12);
type Row = Record<string, unknown>;

describe('credit notes', () => {
  test(
    'seven parts of any size meet the invoice to the paisa, and nothing is left',
    { tags: ['long'] },
    async () => {
      for (const [price, rate] of [
        [99.97, 18],
        [1234.5, 5],
        [7, 28],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- why: one invoice after the other.
        const invoice = await invoiced([['Lamp', price, 1, 1]], (draft) => ({
          lines: draft.lines.map((line) => ({ ...line, rate })),
        }));
        const part = Math.floor((price * 100) / 7) / 100;
        let left = price;
        const notes: DocumentRecord[] = [];
        for (let at = 1; at <= 7; at += 1) {
          const taxable = at === 7 ? Math.round(left * 100) / 100 : part;
          left -= taxable;
          // oxlint-disable-next-line no-await-in-loop -- why: each counts on those before it.
          notes.push(await issue(await credit(invoice, [{ position: 1, taxable }])));
        }
        const sum = (name: keyof DocumentRecord['sums']) =>
          notes.reduce((whole, note) => whole + Math.round(note.sums[name] * 100), 0) / 100;
        expect([sum('taxable'), sum('cgst'), sum('total')]).toEqual([
          invoice.sums.taxable,
          invoice.sums.cgst,
          invoice.sums.total,
        ]);
        // oxlint-disable-next-line no-await-in-loop -- why: of this invoice.
        expect(await refusal(credit(invoice, null))).toMatchObject({
          code: 'PT409',
          message: `${invoice.number} is credited in full.`,
        });
      }
    },
  );

  test(
    'random invoices are met exactly by whole and partial credits',
    { tags: ['long'], timeout: 600_000 },
    async () => {
      let state = 5;
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const billing_profile = (await profile({ gstin: '29AAGCB7383J1Z4' })).id;
      for (let at = 0; at < RANDOM_INVOICES; at += 1) {
        const lines = Array.from(
          { length: 1 + random(4) },
          (_, place) =>
            [`Item ${place}`, 1 + random(900_000) / 100, 1 + random(4), 1 + random(3)] as const,
        );
        /* oxlint-disable no-await-in-loop -- why: one invoice after the other. */
        const invoice = await invoiced(lines, () => ({
          discount_percent: random(50),
          billing_profile,
        }));
        const some = invoice.lines
          .map((line) => ({ position: Number(line['position']), taxable: Number(line['taxable']) }))
          .filter(({ taxable }) => taxable > 1)
          .map((line) => ({
            ...line,
            taxable: Math.floor((line.taxable * (1 + random(99))) / 100) || 1,
          }));
        if (some.length > 0) await issue(await credit(invoice, some));
        await issue(await credit(invoice, null));
        /* oxlint-enable no-await-in-loop */
      }
      const wrong = await sql()`
      select invoice.number from documents as invoice join documents as note on note.corrects = invoice.id
      where note.state = 'issued' group by invoice.id
      having (invoice.taxable, invoice.cgst, invoice.sgst, invoice.igst, invoice.total)
        is distinct from (sum(note.taxable), sum(note.cgst), sum(note.sgst), sum(note.igst), sum(note.total))`;
      expect([...wrong]).toEqual([]);
    },
  );

  describe('of an invoice in whole rupees', () => {
    beforeAll(() => saveSettings(studio, { 'documents.round_off': true }));
    afterAll(() => saveSettings(studio, { 'documents.round_off': false }));

    const figures = ({ sums }: DocumentRecord) => [sums.taxable, sums.round_off, sums.total];
    const parts = async (price: number, taxable: readonly number[]) => {
      const invoice = await invoiced([['Lamp', price, 1, 1]]);
      const notes: DocumentRecord[] = [];
      for (const part of taxable) {
        // oxlint-disable-next-line no-await-in-loop -- why: each counts on those before it.
        notes.push(await issue(await credit(invoice, [{ position: 1, taxable: part }])));
      }
      notes.push(await issue(await credit(invoice, null)));
      return { invoice: figures(invoice), notes: notes.map(figures) };
    };

    test('no part exceeds it, and the last takes what is left of the round-off', async () => {
      expect(await parts(279.16, [279])).toEqual({
        invoice: [279.16, -0.4, 329],
        notes: [
          [279, -0.22, 329],
          [0.16, -0.18, 0],
        ],
      });
      expect(await parts(279.16, [0.16])).toEqual({
        invoice: [279.16, -0.4, 329],
        notes: [
          [0.16, 0, 0.18],
          [279, -0.4, 328.82],
        ],
      });
      // Rounded up: the parts are as they are, the last has the rest.
      expect(await parts(279.5, [279])).toEqual({
        invoice: [279.5, 0.18, 330],
        notes: [
          [279, 0, 329.22],
          [0.5, 0.18, 0.78],
        ],
      });
      expect(await parts(279.16, [100, 179.1, 0.05])).toEqual({
        invoice: [279.16, -0.4, 329],
        notes: [
          [100, 0, 118],
          [179.1, -0.34, 211],
          [0.05, -0.05, 0],
          [0.01, -0.01, 0],
        ],
      });
    });

    test(
      'random parts in any order never exceed it, and meet it together',
      { tags: ['long'], timeout: 600_000 },
      async () => {
        let state = 11;
        const random = (below: number) => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          return Math.floor((state / 2 ** 32) * below);
        };
        for (let at = 0; at < RANDOM_INVOICES; at += 1) {
          const lines = Array.from(
            { length: 1 + random(3) },
            (_, place) => [`Item ${place}`, 1 + random(90_000) / 100, 1, 1] as const,
          );
          /* oxlint-disable no-await-in-loop -- why: one invoice after the other. */
          const invoice = await invoiced(lines);
          for (let part = random(5); part > 0; part -= 1) {
            const [line] = invoice.lines.slice(random(invoice.lines.length));
            const share = Number(line?.['taxable']) * (random(40) / 100);
            const taxable = Math.max(0.01, Math.floor(share * 100) / 100);
            const note = credit(invoice, [{ position: Number(line?.['position']), taxable }]);
            // The line may have less left.
            const made = await note.catch(sqlState);
            if (typeof made !== 'string') await issue(made);
          }
          const rest = await credit(invoice, null).catch(sqlState);
          if (typeof rest !== 'string') await issue(rest);
          /* oxlint-enable no-await-in-loop */
        }
        const wrong = await sql()`
        select invoice.number, note.number as note
        from documents as invoice join documents as note on note.corrects = invoice.id
        where note.state = 'issued' and invoice.round_off <> 0
          and (select sum(earlier.total) from documents as earlier
            where earlier.corrects = invoice.id and earlier.state = 'issued' and earlier.sequence <= note.sequence) > invoice.total`;
        expect([...wrong]).toEqual([]);
        const missed = await sql()`
        select invoice.number from documents as invoice join documents as note on note.corrects = invoice.id
        where note.state = 'issued' group by invoice.id
        having (invoice.taxable, invoice.cgst, invoice.round_off, invoice.total)
          is distinct from (sum(note.taxable), sum(note.cgst), sum(note.round_off), sum(note.total))`;
        expect([...missed]).toEqual([]);
        expect((await verifyBooks(sql())).problems).toEqual([]);
      },
    );

    test('the rest of an invoice that earlier notes exceed is credited with ₹0', async () => {
      const invoice = await invoiced([['Lamp', 279.16, 1, 1]]);
      const first = await credit(invoice, [{ position: 1, taxable: 279 }]);
      await sql()`alter table documents disable trigger user`;
      await issue(first);
      await sql()`update documents set round_off = 0, total = 329.22 where id = ${first.id}`;
      await sql()`alter table documents enable trigger user`;
      expect(figures(await issue(await credit(invoice, null)))).toEqual([0.16, -0.18, 0]);
      await sql()`alter table documents disable trigger user`;
      await sql()`update documents set round_off = -0.22, total = 329 where id = ${first.id}`;
      await sql()`alter table documents enable trigger user`;
    });
  });

  test('two notes for the same money: the second is refused when it is issued', async () => {
    const invoice = await invoiced([['Sofa', 1000, 1, 1]]);
    const [one, other] = [
      await credit(invoice, null),
      await credit(invoice, [{ position: 1, taxable: 0.01 }]),
    ];
    await issue(one);
    const refused = await refusal(issue(other));
    expect(refused.message).toBe('Only ₹0.00 of this line is left to credit.');
    expect(JSON.parse(refused.detail ?? '')).toMatchObject({ reason: 'incomplete' });
    const tooMuch = await refusal(
      credit(await invoiced([['Sofa', 10, 1, 1]]), [{ position: 1, taxable: 10.01 }]),
    );
    expect([tooMuch.code, tooMuch.message]).toEqual([
      'PT422',
      'Enter an amount from ₹0.01 to ₹10.00.',
    ]);
    expect((await refusal(credit(invoice, null, ' '))).message).toBe(
      'Say why the invoice is corrected, in at most 200 characters.',
    );
  });
});

describe('what a credit note takes from its invoice', () => {
  const KARNATAKA = '29AAGCB7383J1Z4';
  type Frozen = {
    title: string;
    studio: { legal_name: string; gstin: string; state: { code: string } };
    customer: { gstin: string; address: string };
    place_of_supply: { code: string } | null;
    lines: { rate: number | null }[];
  };
  const frozenOf = (record: DocumentRecord) => record.frozen as Frozen;
  const parties = ({ studio: { legal_name, gstin, state }, customer, ...frozen }: Frozen) => ({
    studio: { legal_name, gstin, state: state.code },
    customer: { gstin: customer.gstin, address: customer.address },
    place: frozen.place_of_supply?.code ?? null,
  });
  afterEach(() => saveSettings(studio, { ...IDENTITY, 'studio.gst_registered': true }));

  test('both parties, place and split, whatever profile and settings say since', async () => {
    const billed = await profile({ gstin: KARNATAKA, address: 'MG Road' });
    const invoice = await invoiced([['Lamp', 1000, 1, 1]], () => ({ billing_profile: billed.id }));
    await profile({ id: billed.id, ...OUTSIDE });
    await saveSettings(studio, {
      'identity.legal_name': 'Other LLP',
      'identity.gstin': '',
      'studio.region': 'Western Province',
    });
    const draft = await credit(invoice, null);
    expect(draft).toMatchObject({
      missing: [],
      billing_profile: { gstin: KARNATAKA, address: 'MG Road' },
      place_of_supply: '29',
    });
    const note = await issue(draft);
    expect(note).toMatchObject({
      billing_profile: { gstin: KARNATAKA },
      sums: { taxable: 1000, cgst: 90, sgst: 90, igst: 0, total: 1180 },
      place_reason: 'customer',
    });
    expect(parties(frozenOf(note))).toEqual(parties(frozenOf(invoice)));
    const { b2b, cdnr } = await call<{ b2b: Row[]; cdnr: Row[] }>('gstr1', {
      from: note.date,
      to: note.date,
    });
    expect(b2b.filter(({ number }) => number === invoice.number)).toMatchObject([
      { gstin: KARNATAKA, place: '29' },
    ]);
    expect(cdnr.filter(({ number }) => number === note.number)).toMatchObject([
      { gstin: KARNATAKA, place: '29' },
    ]);
    await studio.db.owner`delete from private.studio_settings where key = 'studio.region'`;
  });

  test('no tax where the invoice had none, and tax where it had', async () => {
    await saveSettings(studio, { 'studio.gst_registered': false });
    const without = await invoiced([['Lamp', 1000, 1, 1]]);
    await saveSettings(studio, { 'studio.gst_registered': true });
    const untaxed = await issue(await credit(without, null));
    expect(untaxed.sums).toMatchObject({ taxable: 1000, cgst: 0, sgst: 0, igst: 0, total: 1000 });
    expect(frozenOf(untaxed)).toMatchObject({ studio: { gstin: '' }, lines: [{ rate: null }] });

    const taxed = await invoiced([['Lamp', 1000, 1, 1]]);
    await saveSettings(studio, { 'studio.gst_registered': false });
    const note = await issue(await credit(taxed, null));
    expect(note.sums.total).toBe(1180);
    expect(frozenOf(note)).toMatchObject({ studio: { gstin: KARNATAKA }, lines: [{ rate: 18 }] });
  });
});

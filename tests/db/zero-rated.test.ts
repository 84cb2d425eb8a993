import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../scripts/verify-books.ts';
import { IDENTITY, saveSettings, useDocuments, type DocumentRecord } from './documents.ts';
import { refusal } from './studio.ts';

const { studio, call, order, make, issue, change, profile } = useDocuments();

type Row = Record<string, unknown>;
type Tables = Record<'b2b' | 'b2cs' | 'exp' | 'cdnr' | 'cdnur' | 'hsn' | 'at' | 'atadj', Row[]>;

const ON_PAYMENT =
  'Supply meant for export/supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax';
const UNDER_LUT =
  'Supply meant for export/supply to SEZ unit or SEZ developer for authorised operations under bond or letter of undertaking without payment of integrated tax';
const SEZ = { gstin: '29AAGCB7383J1Z4', address: 'Electronics City', zero_rated: 'with_payment' };
const ABROAD = { address: '1 Rue de Rivoli\nParis, France', state_code: '96' };
const LUT = { 'identity.lut': 'AD290326001234X' };

const year = async () =>
  (
    await studio.db.owner<[{ fy: string; day: string }]>`
    select private.financial_year(private.today()) as fy, private.today()::text as day`
  )[0];
const withLut = async () =>
  saveSettings(studio, { ...LUT, 'identity.lut_year': (await year()).fy });
afterEach(() => saveSettings(studio, { 'identity.lut': '', 'identity.lut_year': '' }));

const draftFor = async (
  values: Row,
  lines = [['Lamp', 1000, 1, 1]] as Parameters<typeof order>[0],
) => {
  const billing_profile = (await profile(values)).id;
  return change(await make('invoice', { order: await order(lines) }), { billing_profile });
};
const onPremises = (draft: DocumentRecord) =>
  change(draft, { lines: draft.lines.map((line) => ({ ...line, place: 'premises' })) });
const gstr1 = async () => {
  const { day } = await year();
  return call<Tables>('gstr1', { from: day, to: day });
};
const rowsOf = (table: Row[], { number }: DocumentRecord) =>
  table.filter((row) => row['number'] === number);
const credit = (invoice: DocumentRecord, lines?: Row[]) =>
  call<DocumentRecord>('make_credit_note', {
    invoice: invoice.id,
    ...(lines && { lines }),
    reason: 'Returned early',
    key: randomUUID(),
  });

describe('a supply to an SEZ', () => {
  test('in the studio’s own state has IGST, on its premises too, its sentence and its kind in GSTR-1', async () => {
    const draft = await draftFor(SEZ);
    expect(draft).toMatchObject({
      missing: [],
      zero_rated: 'SEZWP',
      place_of_supply: '29',
      sums: { cgst: 0, sgst: 0, igst: 180, total: 1180 },
    });
    const inside = await issue(await onPremises(draft));
    expect(inside.sums).toMatchObject({ cgst: 0, sgst: 0, igst: 180 });
    expect(inside.frozen).toMatchObject({ endorsement: ON_PAYMENT, lines: [{ rate: 18 }] });
    const tables = await gstr1();
    expect(rowsOf(tables.b2b, inside)).toMatchObject([
      { supply: 'SEZWP', place: '29', rate: 18, taxable: 1000, igst: 180 },
    ]);
    // A credit note has the facts of its invoice, whatever the profile says since.
    await profile({ ...SEZ, id: inside.billing_profile!.id, zero_rated: null });
    const note = await issue(await credit(inside, [{ position: 1, taxable: 400 }]));
    expect(note).toMatchObject({
      zero_rated: 'SEZWP',
      sums: { cgst: 0, igst: 72, total: 472 },
      frozen: { endorsement: ON_PAYMENT },
    });
    expect(rowsOf((await gstr1()).cdnr, note)).toMatchObject([{ supply: 'SEZWP', igst: 72 }]);
  });

  test('is without payment only under the letter of undertaking of the year', async () => {
    const draft = await draftFor({ ...SEZ, zero_rated: 'without_payment' });
    expect(draft).toMatchObject({ zero_rated: 'SEZWOP', sums: { igst: 0, total: 1000 } });
    expect(draft.missing).toEqual([
      {
        field: 'identity.lut',
        text: 'Enter the number of the letter of undertaking in the settings, or bill this customer with payment of IGST.',
      },
    ]);
    await saveSettings(studio, { ...LUT, 'identity.lut_year': '01-02' });
    const { fy } = await year();
    expect((await refusal(issue(draft))).message).toBe(
      `Enter the letter of undertaking of ${fy} in the settings, or bill this customer with payment of IGST.`,
    );
    await withLut();
    const invoice = await issue(draft);
    expect(invoice.frozen).toMatchObject({
      title: 'Tax invoice',
      endorsement: `${UNDER_LUT} (AD290326001234X of ${fy})`,
      lines: [{ rate: 0, igst: 0 }],
      taxes: [{ rate: 0, taxable: 1000 }],
    });
    const note = await issue(await credit(invoice, [{ position: 1, taxable: 250 }]));
    expect(note.sums).toMatchObject({ taxable: 250, cgst: 0, sgst: 0, igst: 0, total: 250 });
    await issue(await credit(invoice));
    const tables = await gstr1();
    expect(rowsOf(tables.b2b, invoice)).toMatchObject([{ supply: 'SEZWOP', rate: 0, igst: 0 }]);
    expect(rowsOf(tables.cdnr, note)).toMatchObject([{ supply: 'SEZWOP', rate: 0 }]);
    expect((await verifyBooks(studio.db.owner)).problems).toEqual([]);
  });

  test('what is retained of a cancelled order has IGST inside, or none under a letter of undertaking', async () => {
    const retained = async (zero_rated: string) => {
      await profile({ ...SEZ, zero_rated });
      const made = await order([['Lamp', 1000, 1, 1]]);
      await studio.db.owner`
        update orders set total_price = 1180, rental_from = private.today(), rental_to = private.today() where id = ${made}`;
      const paid = {
        order: made,
        account: 'rental',
        kind: 'received',
        amount: 1180,
        method: 'cash',
      };
      await call('record_payment', { ...paid, voucher: false, key: randomUUID() });
      type Proposal = { retained: number; invoice: { taxable: number; lines: Row[] } };
      const proposal = await call<Proposal>('cancellation_proposal', { order: made });
      expect(proposal.retained).toBe(590);
      const { lines } = proposal.invoice;
      const draft = await change(await make('invoice', { order: made }), { lines });
      expect(draft.sums).toMatchObject({ cgst: 0, sgst: 0, total: proposal.retained });
      return proposal.invoice.taxable;
    };
    await withLut();
    expect(await retained('with_payment')).toBe(500);
    expect(await retained('without_payment')).toBe(590);
  });

  test('needs a GSTIN', async () => {
    expect((await refusal(profile({ zero_rated: 'with_payment', state_code: '29' }))).message).toBe(
      'Enter the GSTIN of the SEZ unit or developer.',
    );
    expect((await refusal(profile({ ...SEZ, zero_rated: 'maybe' }))).message).toBe(
      'Select an entry of the list.',
    );
  });
});

describe('an export', () => {
  test('has its place abroad, IGST or a letter of undertaking, and its own table', async () => {
    const paid = await issue(await draftFor(ABROAD));
    expect(paid).toMatchObject({
      zero_rated: 'EXPWP',
      place_of_supply: '96',
      sums: { cgst: 0, igst: 180 },
      frozen: { endorsement: ON_PAYMENT, place_of_supply: { name: 'Outside India' } },
    });
    await withLut();
    const free = await issue(await draftFor({ ...ABROAD, zero_rated: 'without_payment' }));
    expect(free.sums).toMatchObject({ igst: 0, total: 1000 });
    const note = await issue(await credit(free));
    const tables = await gstr1();
    expect(rowsOf(tables.exp, paid)).toMatchObject([{ supply: 'EXPWP', rate: 18, igst: 180 }]);
    expect(rowsOf(tables.exp, free)).toMatchObject([{ supply: 'EXPWOP', rate: 0, igst: 0 }]);
    expect(rowsOf(tables.cdnur, note)).toMatchObject([{ supply: 'EXPWOP', invoice: free.number }]);
    expect(tables.b2cs.filter(({ place }) => place === '96')).toEqual([]);
  });

  test('is none where all is used on the studio’s premises', async () => {
    const draft = await onPremises(await draftFor(ABROAD));
    expect(draft).toMatchObject({
      zero_rated: null,
      place_of_supply: '29',
      sums: { cgst: 90, sgst: 90, igst: 0 },
    });
    expect((await issue(draft)).frozen).toMatchObject({ endorsement: null });
  });

  test('needs the customer’s address', async () => {
    expect((await draftFor({ ...ABROAD, address: '' })).missing).toEqual([
      {
        field: 'billing_profile',
        text: 'A customer abroad needs a name, and an address with its country.',
      },
    ]);
  });

  test('a studio without a registration has neither', async () => {
    await saveSettings(studio, { 'studio.gst_registered': false });
    const draft = await draftFor(ABROAD);
    expect(draft).toMatchObject({ zero_rated: null, sums: { igst: 0, total: 1000 } });
    await saveSettings(studio, { ...IDENTITY, 'studio.gst_registered': true });
  });
});

describe('advances', () => {
  const paid = async (kind: 'received' | 'refunded', made: string, amount: number) => {
    const { day } = await year();
    const { voucher } = await call<{ voucher: string }>('record_payment', {
      order: made,
      account: 'rental',
      kind,
      amount,
      method: 'upi',
      reference: randomUUID(),
      day,
      voucher: true,
      key: randomUUID(),
    });
    return call<DocumentRecord>('document', { id: voucher });
  };
  const priced = async (price: number) => {
    const made = await order([['Lamp', price, 1, 1]]);
    await studio.db.owner`update orders set total_price = ${price} where id = ${made}`;
    return made;
  };
  /** Moves a voucher to the month before. */
  const earlier = async (id: string) => {
    await studio.db.owner`alter table documents disable trigger user`;
    await studio.db.owner`update documents set date = date - 40 where id = ${id}`;
    await studio.db.owner`alter table documents enable trigger user`;
  };
  const adjusted = async () => {
    const { at, atadj } = await gstr1();
    const sum = (rows: Row[]) => rows.reduce((whole, row) => whole + Number(row['received']), 0);
    return { at: sum(at), atadj: sum(atadj) };
  };

  test('of zero-rated supplies have IGST, or none, and so has their refund', async () => {
    await withLut();
    await profile({ ...SEZ, zero_rated: 'without_payment' });
    const made = await priced(1000);
    const receipt = await paid('received', made, 1000);
    expect(receipt).toMatchObject({
      zero_rated: 'SEZWOP',
      sums: { taxable: 1000, cgst: 0, igst: 0 },
      lines: [{ rate: 0 }],
    });
    const refund = await paid('refunded', made, 300);
    expect(refund).toMatchObject({ zero_rated: 'SEZWOP', sums: { taxable: 300, igst: 0 } });
    await profile(SEZ);
    const other = await priced(1000);
    expect((await paid('received', other, 1180)).sums).toMatchObject({ taxable: 1000, igst: 180 });
    expect((await gstr1()).at).toMatchObject([
      { place: '29', rate: 0, supply: 'SEZWOP', received: 700, igst: 0 },
      { place: '29', rate: 18, supply: 'SEZWP', received: 1180, igst: 180 },
    ]);
  });

  test('refunded in a later period are adjusted there, once', async () => {
    await profile({ legal_name: 'Asha', address: 'Mysuru', state_code: '29' });
    const before = await adjusted();
    const made = await priced(5000);
    const receipt = await paid('received', made, 1180);
    await earlier(receipt.id);
    expect(await adjusted()).toEqual(before);
    const first = await paid('refunded', made, 180);
    expect(await adjusted()).toEqual({ ...before, atadj: before.atadj + 180 });
    // An invoice takes up what earlier refunds have left.
    await issue(await make('invoice', { order: made }));
    expect(await adjusted()).toEqual({ ...before, atadj: before.atadj + 1180 });
    await earlier(first.id);
    expect(await adjusted()).toEqual({ ...before, atadj: before.atadj + 1000 });
    // What an earlier invoice took up is adjusted there, whatever is refunded since.
    await paid('refunded', made, 100);
    const [{ id }] = await studio.db.owner<[{ id: string }]>`
      select id from documents where order_id = ${made} and kind = 'invoice'`;
    await earlier(id);
    expect(await adjusted()).toEqual(before);
  });
});

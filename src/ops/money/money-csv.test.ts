import { describe, expect, it } from 'vitest';
import type { Gstr1Row, Gstr1Table, PaymentRecord } from '#domain/money/registers.ts';
import { csvHead, csvRows } from '../kit/export/csv-file.ts';
import { GSTR1_COLUMNS } from './gstr1-csv.ts';
import { moneyIn, PAYMENT_COLUMNS } from './payment-csv.ts';
import { REGISTER_COLUMNS } from './register-csv.ts';

const payment: PaymentRecord = {
  day: '2026-12-03',
  order: 'ORD-00042',
  customer: 'CUS-00007',
  customer_name: 'Asha Rao',
  account: 'rental',
  kind: 'received',
  amount: 12596.8,
  method: 'upi',
  reference: '412345678901',
  note: 'Counter, first part',
  voucher: 'RV/26-27/0003',
  reversed: false,
  reverses: null,
  created_at: '2026-12-03T18:45:00Z',
  created_by_name: 'Meera',
};

describe('the CSV of payments', () => {
  const csv = (change: Partial<PaymentRecord>) =>
    csvRows(PAYMENT_COLUMNS, [{ ...payment, ...change }])[0];

  it('has a column for each fact, in the studio’s zone', () => {
    expect(csvHead(PAYMENT_COLUMNS)).toBe(
      'Day,Order,Customer number,Customer,Account,Entry,Amount,Money in,Method,Reference,Voucher,Reversed,Note,Recorded,Recorded by\r\n',
    );
    expect(csv({})).toBe(
      '2026-12-03,ORD-00042,CUS-00007,Asha Rao,Rent,Received,12596.8,12596.8,UPI,412345678901,RV/26-27/0003,,"Counter, first part",2026-12-04 00:15,Meera\r\n',
    );
  });

  it('leaves out the name of an erased customer, and names what a reversal takes back', () => {
    expect(
      csv({
        customer_name: null,
        account: 'deposit',
        kind: 'reversal',
        reverses: 'refunded',
        method: null,
        reference: '',
        voucher: null,
        note: null,
      }),
    ).toBe(
      '2026-12-03,ORD-00042,CUS-00007,,Deposit,Reversal: Deposit returned,12596.8,12596.8,,,,,,2026-12-04 00:15,Meera\r\n',
    );
  });

  it.each([
    [{ note: '=HYPERLINK("http://x.example")' }, `"'=HYPERLINK(""http://x.example"")"`],
    [{ reference: '+91-5' }, "'+91-5"],
    [{ customer_name: '@SUM(A1)' }, "'@SUM(A1)"],
    [{ created_by_name: '-2+3' }, "'-2+3"],
  ])('keeps a spreadsheet from running %o', (change, cell) => {
    expect(csv(change)).toContain(cell);
  });

  it('adds up to the money that moved', () => {
    const moved = (change: Partial<PaymentRecord>) =>
      moneyIn({ ...payment, amount: 100, ...change });
    expect(moved({})).toBe(100);
    expect(moved({ kind: 'refunded' })).toBe(-100);
    expect(moved({ account: 'deposit' })).toBe(100);
    expect(moved({ kind: 'reversal', reverses: 'received' })).toBe(-100);
    expect(moved({ kind: 'reversal', reverses: 'refunded' })).toBe(100);
    for (const kind of ['tds', 'written_off', 'deposit_applied'] as const) {
      expect(moved({ kind })).toBe(0);
      expect(moved({ kind: 'reversal', reverses: kind })).toBe(0);
    }
  });
});

it('the CSV of the invoice register has a column for each fact', () => {
  expect(csvHead(REGISTER_COLUMNS)).toBe(
    'Date,Kind,Number,Corrects,Order,Customer number,Name,GSTIN,Place of supply,Taxable value,CGST,SGST,IGST,Round-off,Total,Zero-rated\r\n',
  );
  const note = {
    id: 'd',
    date: '2026-12-03',
    kind: 'credit_note',
    number: 'CN/26-27/0002',
    customer: 'CUS-00007',
    name: '=Zaveri Films LLP',
    gstin: '27AAPFU0939F1ZV',
    place_of_supply: '27',
    supply: null,
    order: null,
    corrects: 'INV/26-27/0001',
    taxable: 1000,
    cgst: 0,
    sgst: 0,
    igst: 180,
    round_off: 0,
    total: 1180,
  } as const;
  expect(
    csvRows(REGISTER_COLUMNS, [note, { ...note, place_of_supply: null, supply: 'SEZWOP' }]),
  ).toEqual([
    "2026-12-03,Credit note,CN/26-27/0002,INV/26-27/0001,,CUS-00007,'=Zaveri Films LLP,27AAPFU0939F1ZV,27-Maharashtra,1000,0,0,180,0,1180,\r\n",
    `2026-12-03,Credit note,CN/26-27/0002,INV/26-27/0001,,CUS-00007,'=Zaveri Films LLP,27AAPFU0939F1ZV,,1000,0,0,180,0,1180,"Supply to an SEZ, without payment of IGST"\r\n`,
  ]);
});

describe('the CSVs of GSTR-1', () => {
  const tax = { cgst: 0, sgst: 0, igst: 180 };
  const place = { place: '27', state: 'Maharashtra', rate: 18 };
  const sale = { name: 'Zaveri', number: 'A/1', date: '2026-12-03', value: 1180, taxable: 1000 };
  const rows: Record<Gstr1Table, [Gstr1Row, string]> = {
    b2b: [
      { gstin: 'G', ...sale, ...place, ...tax },
      'G,Zaveri,A/1,2026-12-03,1180,27-Maharashtra,Regular B2B,18,1000,0,0,180',
    ],
    b2cl: [
      { ...sale, ...place, ...tax },
      'Zaveri,A/1,2026-12-03,1180,27-Maharashtra,18,1000,0,0,180',
    ],
    b2cs: [{ ...place, taxable: 1000, ...tax }, '27-Maharashtra,18,1000,0,0,180'],
    exp: [
      { ...sale, supply: 'EXPWOP', place: '96', rate: 0, igst: 0 },
      'WOPAY,Zaveri,A/1,2026-12-03,1180,96-Outside India,0,1000,0',
    ],
    cdnr: [
      { gstin: 'G', ...sale, invoice: 'I/1', invoice_date: '2026-12-01', ...place, ...tax },
      'G,Zaveri,A/1,2026-12-03,1180,I/1,2026-12-01,27-Maharashtra,Regular B2B,18,1000,0,0,180',
    ],
    cdnur: [
      { ...sale, invoice: 'I/1', invoice_date: '2026-12-01', ...place, ...tax },
      'B2CL,Zaveri,A/1,2026-12-03,1180,I/1,2026-12-01,27-Maharashtra,18,1000,0,0,180',
    ],
    at: [{ ...place, received: 1180, ...tax }, '27-Maharashtra,18,1180,0,0,180'],
    atadj: [{ ...place, received: 1180, ...tax }, '27-Maharashtra,18,1180,0,0,180'],
    hsn: [
      { type: 'B2C', sac: '997319', rate: 18, value: 1180, taxable: 1000, ...tax },
      'B2C,997319,18,1180,1000,0,0,180',
    ],
    docs: [
      { kind: 'invoice', from: 'I/1', to: 'I/9', total: 9, cancelled: 1 },
      'Tax invoice,I/1,I/9,9,1',
    ],
  };

  it.each(Object.entries(rows))('have the figures of table %s', (table, [row, record]) => {
    // why cast: the keys are those of the tables.
    const columns = GSTR1_COLUMNS[table as Gstr1Table];
    expect(csvRows(columns, [row])).toEqual([`${record}\r\n`]);
    expect(csvHead(columns).split(',')).toHaveLength(record.split(',').length);
  });

  it('leave a place that is not known empty', () => {
    expect(csvRows(GSTR1_COLUMNS.b2cs, [{ rate: 18, taxable: 1, ...tax }])).toEqual([
      ',18,1,0,0,180\r\n',
    ]);
  });
});

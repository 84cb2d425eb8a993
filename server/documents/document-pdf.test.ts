import { beforeAll, describe, expect, it } from 'vitest';
import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { upiLink } from '#domain/money/upi-link.ts';
import { elementsOf, type ReadPdf, readPdf, rowsOf } from '#tests/support/pdf-reader.ts';
import { documentPdf } from './document-pdf.ts';
import { fileNameOf } from './file-name.ts';
import { upiText } from './payment-block.ts';

const printed = async (changes: Partial<FrozenDocument> = {}): Promise<ReadPdf> =>
  readPdf(await documentPdf({ ...SAMPLE_DOCUMENT, ...changes }, null));

const textOf = ({ pages }: ReadPdf) => pages.join(' ').normalize('NFC');

/** Rows of the table with the lines: those with as many cells as its headings. */
function lineRows(pdf: ReadPdf): string[][] {
  const rows = rowsOf(pdf);
  const columns = rows.find(([first]) => first === 'Item')?.length ?? 0;
  return rows.filter((row) => row.length === columns && row[0] !== 'Item');
}

const MAHARASHTRA = { code: '27', name: 'Maharashtra' };

/** The sample outside the state: each line's tax as IGST. */
const OUTSIDE: Partial<FrozenDocument> = {
  place_of_supply: MAHARASHTRA,
  customer: {
    ...SAMPLE_DOCUMENT.customer,
    legal_name: 'Malabar Films Private Limited',
    gstin: '27AAPFU0939F1ZV',
    address: '4, Hill Road\nMumbai 400050',
    state: MAHARASHTRA,
  },
  lines: SAMPLE_DOCUMENT.lines.map((line) => ({
    ...line,
    igst: line.cgst + line.sgst,
    cgst: 0,
    sgst: 0,
  })),
  taxes: [{ sac: '997319', rate: 18, taxable: 36551.48, cgst: 0, sgst: 0, igst: 6579.27 }],
  sums: { ...SAMPLE_DOCUMENT.sums, cgst: 0, sgst: 0, igst: 6579.27 },
};

/** The only line of a voucher for an advance of ₹25,000 at 18 %. */
const ADVANCE: FrozenLine = {
  position: 1,
  kind: 'text',
  code: null,
  text: 'Advance for the rental of props and sets',
  picture: null,
  sac: '997319',
  rate: 18,
  quantity: null,
  days: null,
  unit_price: null,
  gross: 21186.44,
  discount: 0,
  taxable: 21186.44,
  cgst: 1906.78,
  sgst: 1906.78,
  igst: 0,
  total: 25000,
};
const VOUCHER: Partial<FrozenDocument> = {
  lines: [ADVANCE],
  sums: { ...ADVANCE, round_off: 0, total: 25000 },
  taxes: [{ sac: '997319', rate: 18, taxable: 21186.44, cgst: 1906.78, sgst: 1906.78, igst: 0 }],
  total_words: 'Rupees twenty-five thousand only',
  payment: { method: 'upi', reference: 'UTR 412233445566', day: '2026-11-22' },
};

describe('what the rules ask for can be read', () => {
  it('of an invoice inside the state (Rule 46)', async () => {
    const pdf = await printed();
    const text = textOf(pdf);
    const fields = [
      'Tax invoice',
      'INV/26-27/0001',
      '23 November 2026',
      // Of the supplier: name, address, GSTIN.
      'Frameyard Pictures LLP',
      '14, 2nd Cross, Indiranagar Bangalore 560038',
      'GSTIN 29AAGCB7383J1Z4',
      // Of the recipient without a GSTIN: name, address, state with its code.
      'ಅನನ್ಯ ಪಿಕ್ಚರ್ಸ್ Private Limited Ananya Iyer 7, Residency Road Bangalore 560025 State: Karnataka (29)',
      'Place of supply Karnataka (29)',
      'Reverse charge No',
      // Totals, and the signature of the supplier.
      'Taxable value 36,551.48',
      'CGST 3,268.26',
      'SGST 3,268.26',
      'Total ₹43,088.00',
      'Rupees forty-three thousand eighty-eight only',
      'For Frameyard Pictures LLP Meera Rao Authorised signatory',
    ];
    for (const field of fields) expect(text).toContain(field);
    // Each line: description, SAC, quantity, value, discount, taxable value, rates and amounts of tax.
    expect(lineRows(pdf)[1]).toEqual([
      'Hand-painted canvas backdrop, 9 × 12 ft BKD-00007',
      '997319',
      '3',
      '1',
      '899.50',
      '302.63',
      '2,395.87',
      '215.63 9%',
      '215.63 9%',
      '2,827.13',
    ]);
    // Taxes by SAC and rate.
    expect(rowsOf(pdf)).toContainEqual(['997326', '5%', '328.83', '8.22 2.5%', '8.22 2.5%']);
  });

  it('of an invoice to a company outside the state (Rule 46)', async () => {
    const pdf = await printed(OUTSIDE);
    const text = textOf(pdf);
    expect(text).toContain('Malabar Films Private Limited Ananya Iyer 4, Hill Road Mumbai 400050');
    expect(text).toContain('GSTIN 27AAPFU0939F1ZV');
    expect(text).toContain('Place of supply Maharashtra (27)');
    expect(lineRows(pdf)[0]?.slice(-2)).toEqual(['1,198.60 18%', '7,857.51']);
    expect(rowsOf(pdf)).toContainEqual(['997319', '18%', '36,551.48', '6,579.27 18%']);
    expect(text).not.toMatch(/CGST|SGST/);
  });

  it('a zero-rated supply has its sentence, and IGST also at 0 %', async () => {
    const endorsement = 'Supply meant for export without payment of integrated tax';
    const free = { rate: 0, cgst: 0, sgst: 0, igst: 0 };
    const pdf = await printed({
      endorsement,
      lines: SAMPLE_DOCUMENT.lines.map((line) => ({ ...line, ...free, total: line.taxable })),
      taxes: [{ sac: '997319', taxable: 36551.48, ...free }],
    });
    expect(textOf(pdf)).toContain(endorsement);
    expect(textOf(pdf)).toContain('IGST');
    expect(textOf(pdf)).not.toContain('CGST');
  });

  it('of an invoice with services in the studio for a customer outside the state', async () => {
    const backdrop = OUTSIDE.lines?.[2];
    const inside = SAMPLE_DOCUMENT.lines[1];
    if (!backdrop || !inside) throw new Error('The sample has too few lines.');
    const pdf = await printed({ ...OUTSIDE, lines: [inside, backdrop] });
    expect(lineRows(pdf).map((row) => row.slice(-4, -1))).toEqual([
      ['599.30 9%', '599.30 9%', '–'],
      ['–', '–', '431.26 18%'],
    ]);
  });

  it('of a receipt voucher (Rule 50)', async () => {
    const text = textOf(
      await printed({
        ...VOUCHER,
        kind: 'receipt_voucher',
        title: 'Receipt voucher',
        number: 'RV/26-27/0003',
      }),
    );
    const fields = [
      'Receipt voucher',
      'RV/26-27/0003',
      '23 November 2026',
      'GSTIN 29AAGCB7383J1Z4',
      'Received from ಅನನ್ಯ ಪಿಕ್ಚರ್ಸ್ Private Limited',
      'Place of supply Karnataka (29)',
      'Reverse charge No',
      'Advance for the rental of props and sets 997319 21,186.44 1,906.78 9% 1,906.78 9% 25,000.00',
      'Total ₹25,000.00',
      'Payment UPI · UTR 412233445566 · 22 November 2026',
      'Authorised signatory',
    ];
    for (const field of fields) expect(text).toContain(field);
    expect(text).not.toContain('How to pay');
  });

  it('of a refund voucher (Rule 51)', async () => {
    const text = textOf(
      await printed({
        ...VOUCHER,
        kind: 'refund_voucher',
        title: 'Refund voucher',
        number: 'RF/26-27/0001',
        corrects: { number: 'RV/26-27/0003', date: '2026-11-22' },
        reason: 'The order was cancelled.',
      }),
    );
    const fields = [
      'Refund voucher',
      'RF/26-27/0001',
      'Receipt voucher RV/26-27/0003 of 22 November 2026',
      'Refunded to ಅನನ್ಯ ಪಿಕ್ಚರ್ಸ್ Private Limited',
      '997319 21,186.44 1,906.78 9% 1,906.78 9% 25,000.00',
      'The order was cancelled.',
    ];
    for (const field of fields) expect(text).toContain(field);
  });

  it('of a receipt voucher that takes a refund back', async () => {
    const text = textOf(
      await printed({
        ...VOUCHER,
        kind: 'receipt_voucher',
        title: 'Receipt voucher',
        number: 'RV/26-27/0004',
        corrects: { number: 'RF/26-27/0001', date: '2026-11-23' },
      }),
    );
    expect(text).toContain('Refund voucher RF/26-27/0001 of 23 November 2026');
    expect(text).not.toContain('Against invoice');
  });

  it('of a credit note (Rule 53)', async () => {
    const text = textOf(
      await printed({
        kind: 'credit_note',
        title: 'Credit note',
        number: 'CN/26-27/0001',
        corrects: { number: 'INV/26-27/0001', date: '2026-11-20' },
        reason: 'Two chairs were not delivered.',
      }),
    );
    const fields = [
      'Credit note',
      'CN/26-27/0001',
      '23 November 2026',
      'GSTIN 29AAGCB7383J1Z4',
      'Against invoice INV/26-27/0001 of 20 November 2026',
      'Credit to ಅನನ್ಯ ಪಿಕ್ಚರ್ಸ್ Private Limited Ananya Iyer 7, Residency Road Bangalore 560025',
      'Taxable value 36,551.48',
      'CGST 3,268.26',
      'Total ₹43,088.00',
      'Authorised signatory',
    ];
    for (const field of fields) expect(text).toContain(field);
    expect(text).not.toContain('How to pay');
  });
});

describe('a tagged PDF', () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await printed();
  });

  it('has title, author and language', () => {
    expect(pdf.title).toBe('Tax invoice INV/26-27/0001 · Frameyard Studio');
    expect(pdf.author).toBe('Frameyard Pictures LLP');
    expect(pdf.language).toBe('en-IN');
    expect(pdf.isTagged).toBe(true);
  });

  it('has every cell of every table in its structure tree', () => {
    const lines = SAMPLE_DOCUMENT.lines.filter(({ kind }) => kind !== 'heading');
    const rows = lineRows(pdf);
    expect(rows).toHaveLength(lines.length);
    for (const [at, { text, code, sac, quantity }] of lines.entries()) {
      const row = rows[at]?.map((cell) => cell.normalize('NFC'));
      expect(row?.slice(0, 3)).toEqual([
        [text, code].filter(Boolean).join(' '),
        sac,
        String(quantity),
      ]);
    }
    const heads = elementsOf(pdf, 'TH').map(({ text }) => text);
    for (const head of ['Item', 'CGST', 'Set for day 1: living room', 'Place of supply', 'Total']) {
      expect(heads).toContain(head);
    }
    const roles = elementsOf(pdf, 'TR').flatMap(({ children }) => children.map(({ role }) => role));
    expect(new Set(roles)).toEqual(new Set(['TH', 'TD']));
  });

  it('has headings, paragraphs and a text for the QR code, and no text outside', () => {
    expect(elementsOf(pdf, 'H1').map(({ text }) => text)).toEqual(['Tax invoice']);
    expect(elementsOf(pdf, 'H2').map(({ text }) => text)).toEqual([
      'From',
      'Bill to',
      'Total in words',
      'How to pay',
      'Notes',
      'Terms',
    ]);
    expect(elementsOf(pdf, 'Figure').map(({ alt }) => alt)).toEqual([
      'QR code to pay with a UPI app',
    ]);
    expect(pdf.artifacts).toEqual([
      'Frameyard Pictures LLP, LLPIN AAX-1234 Page 1 of 2',
      'Page 2 of 2 Tax invoice INV/26-27/0001 · Frameyard Studio',
    ]);
  });
});

describe('any document', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at): FrozenLine => {
      const [, first] = SAMPLE_DOCUMENT.lines;
      if (!first) throw new Error('The sample has no lines.');
      return { ...first, position: at + 1, code: `PRP-${String(at).padStart(5, '0')}` };
    });

  it('of five lines has room for how to pay and the signature on its page', async () => {
    const short = lines(5).map((line) => ({ ...line, text: 'Chair' }));
    const pdf = await printed({ lines: short, notes: '', terms: '' });
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.pages[0]).toContain('Authorised signatory');
  });

  it(
    'of 200 lines has each of them whole on one page, with repeated headings and "page x of y"',
    { tags: ['long'] },
    async () => {
      const pdf = await printed({ lines: lines(200) });
      const rows = lineRows(pdf);
      expect(rows).toHaveLength(200);
      for (const [at, row] of rows.entries()) {
        expect(row[0]).toBe(`Teak armchair with cane back PRP-${String(at).padStart(5, '0')}`);
        expect(row.slice(1).every(Boolean)).toBe(true);
      }
      const count = pdf.pages.length;
      expect(count).toBeGreaterThan(7);
      for (const [at, page] of pdf.pages.entries()) {
        expect(page).toContain(`Page ${at + 1} of ${count}`);
        const heads = page.includes('Item SAC Qty Days Price Discount Taxable');
        expect(heads).toBe(page.includes('PRP-'));
      }
    },
  );

  it('as a draft says so on each page, has no number and no code to pay', async () => {
    const pdf = await printed({
      kind: 'quote',
      title: 'Quote',
      number: null,
      date: null,
      lines: lines(60),
      valid_until: '2026-12-01',
    });
    expect(pdf.title).toBe('Draft quote · Frameyard Studio');
    expect(pdf.pages.length).toBeGreaterThan(2);
    for (const page of pdf.pages) expect(page).toMatch(/^Draft /);
    expect(elementsOf(pdf, 'H1').map(({ text }) => text)).toEqual(['Draft quote']);
    expect(rowsOf(pdf)).toContainEqual(['Valid until', '1 December 2026']);
    expect(elementsOf(pdf, 'Figure')).toEqual([]);
    expect(textOf(pdf)).not.toContain('signatory');
  });

  it('of a studio without GST has no columns of taxes', async () => {
    const plain = SAMPLE_DOCUMENT.lines.map((line) => ({
      ...line,
      sac: null,
      rate: null,
      cgst: 0,
      sgst: 0,
      igst: 0,
      total: line.taxable,
    }));
    const pdf = await printed({
      lines: plain,
      taxes: [],
      title: 'Invoice',
      place_of_supply: null,
      studio: { ...SAMPLE_DOCUMENT.studio, gstin: '', pan: '', state: null, bank: null, upi: null },
    });
    expect(rowsOf(pdf)).toContainEqual(['Item', 'Qty', 'Days', 'Price', 'Discount', 'Total']);
    expect(textOf(pdf)).not.toMatch(/GST|SAC|Reverse|null|undefined/);
  });

  it('keeps figures of crores and texts of any length and script readable', async () => {
    const long = 'word '.repeat(2000).trim();
    const unbroken = 'x'.repeat(400);
    const huge = {
      ...lines(1)[0],
      unit_price: 99_99_999.5,
      total: 9_99_99_99_999.99,
    } as FrozenLine;
    const pdf = await printed({
      lines: [
        { ...huge, text: 'ಕೊಡಗಿನ ಕಾಫಿ ಕುರ್ಚಿ, क्षत्रिय शृंगार की चौकी' },
        { ...huge, position: 2, text: long },
        { ...huge, position: 3, text: `${unbroken}\u0007` },
        { ...huge, position: 4, text: '漢字 🪑' },
      ],
      sums: { ...SAMPLE_DOCUMENT.sums, total: 9_99_99_99_999.99 },
      notes: long,
    });
    expect(rowsOf(pdf)).toContainEqual(['Total', '₹9,99,99,99,999.99']);
    const rows = lineRows(pdf);
    const [names] = rows;
    expect(names?.[0]?.normalize('NFC')).toBe(
      'ಕೊಡಗಿನ ಕಾಫಿ ಕುರ್ಚಿ, क्षत्रिय शृंगार की चौकी PRP-00000'.normalize('NFC'),
    );
    expect(names).toContain('99,99,999.50');
    expect(names).toContain('9,99,99,99,999.99');
    const [broken, foreign] = rows.slice(-2).map(([text]) => text?.replaceAll(' ', ''));
    expect(broken).toBe(`${unbroken}PRP-00000`);
    expect(foreign).toMatch(/^\?+PRP-00000$/);
    expect(textOf(pdf).match(/\bword\b/g)).toHaveLength(4000);
  });

  it('has amounts of crores in the table of taxes each in one line', async () => {
    const crore = 1_00_00_000;
    const taxed = { taxable: crore, cgst: crore, sgst: crore, igst: 0 };
    const line = { ...lines(1)[0], ...taxed, unit_price: crore, discount: crore, total: crore };
    const both = { ...taxed, igst: crore };
    for (const each of [taxed, both]) {
      const pdf = await printed({
        lines: [{ ...line, ...each } as FrozenLine],
        taxes: [{ sac: '997319', rate: 18, ...each }],
        sums: { ...SAMPLE_DOCUMENT.sums, ...each, total: 99_99_99_999 },
      });
      const figure = '1,00,00,000.00';
      const taxes = [`${figure} 9%`, `${figure} 9%`, ...(each.igst ? [`${figure} 18%`] : [])];
      expect(rowsOf(pdf)).toContainEqual(['997319', '18%', figure, ...taxes]);
      expect(lineRows(pdf)[0]?.slice(4)).toEqual([figure, figure, figure, ...taxes, figure]);
    }
  });

  it('keeps totals, words and signature on one page, wherever its lines end', async () => {
    for (const count of [8, 9, 10, 11, 12, 13]) {
      const pdf = await printed({ lines: lines(count) });
      const together = pdf.pages.filter((page) => page.includes('Total in words'));
      expect(together).toHaveLength(1);
      for (const part of ['Taxable value', '₹43,088.00', 'Authorised signatory', '997319 18%']) {
        expect(together[0]).toContain(part);
      }
    }
  });

  it('without lines, facts and a customer’s name is a page', async () => {
    const pdf = await printed({
      kind: 'quote',
      number: null,
      date: null,
      order: null,
      place_of_supply: null,
      lines: [],
      taxes: [],
      customer: { ...SAMPLE_DOCUMENT.customer, name: '', legal_name: '', address: '', mobile: '' },
    });
    expect(pdf.pages).toHaveLength(1);
    expect(rowsOf(pdf)).toContainEqual(['Item', 'Total']);
  });

  it('is the same file each time', async () => {
    const [one, other] = [
      await documentPdf(SAMPLE_DOCUMENT, null),
      await documentPdf(SAMPLE_DOCUMENT, null),
    ];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });
});

it('the QR code is the UPI link of the customer’s page, without an amount', () => {
  const upi = { id: 'frameyard@sbi', name: 'Frameyard & Daughters' };
  const whole = upiLink({ upiId: upi.id, name: upi.name, number: 'INV/26-27/0012', amount: 1 });
  expect(upiText(upi, 'INV/26-27/0012')).toBe(whole.replace('&am=1.00', ''));
});

it('files have the number as name', () => {
  expect(fileNameOf(SAMPLE_DOCUMENT)).toBe('INV-26-27-0001.pdf');
  expect(fileNameOf({ ...SAMPLE_DOCUMENT, number: 'QT/26-27/0007', revision: 2 })).toBe(
    'QT-26-27-0007-revision-2.pdf',
  );
  expect(fileNameOf({ ...SAMPLE_DOCUMENT, title: 'Tax invoice', number: null })).toBe(
    'Draft-tax-invoice.pdf',
  );
});

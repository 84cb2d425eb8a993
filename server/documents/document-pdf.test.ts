import { beforeAll, describe, expect, it } from 'vitest';
import type { FrozenLine } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { upiLink } from '#domain/money/upi-link.ts';
import { elementsOf, type ReadPdf, rowsOf } from '#tests/support/pdf-reader.ts';
import { lineRows, printed, textOf } from '#tests/support/printed-document.ts';
import { documentPdf } from './document-pdf.ts';
import { fileNameOf } from './file-name.ts';
import { upiText } from './payment-block.ts';

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

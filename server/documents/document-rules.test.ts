import { describe, expect, it } from 'vitest';
import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { rowsOf } from '#tests/support/pdf-reader.ts';
import { lineRows, printed, textOf } from '#tests/support/printed-document.ts';

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

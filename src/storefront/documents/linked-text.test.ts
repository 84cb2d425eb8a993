import { describe, expect, it } from 'vitest';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { documentName, quantityText, rentalText } from './linked-text.ts';

const [, chair] = SAMPLE_DOCUMENT.lines;
const line = (facts: Partial<NonNullable<typeof chair>>) => quantityText({ ...chair!, ...facts });

describe('the texts of a document', () => {
  it('say the days of its rental, of the order or of the enquiry', () => {
    expect(rentalText(SAMPLE_DOCUMENT)).toBe('27–29 Nov 2026 · 3 days');
    const day = { number: 'ENQ-00001', rental_from: '2026-12-31', rental_to: '2026-12-31' };
    expect(rentalText({ ...SAMPLE_DOCUMENT, order: null, enquiry: day })).toBe(
      '31 Dec 2026 · 1 day',
    );
    const dateless = { ...day, rental_from: null };
    expect(rentalText({ ...SAMPLE_DOCUMENT, order: dateless })).toBe('');
    expect(rentalText({ ...SAMPLE_DOCUMENT, order: null })).toBe('');
  });

  it('say how a line’s amount is made up', () => {
    expect(line({})).toBe('2 × 3 days × ₹1,250');
    expect(line({ quantity: 1, days: 1, unit_price: 333.33 })).toBe('1 × 1 day × ₹333.33');
    expect(line({ quantity: 1, days: null, unit_price: 1200 })).toBe('₹1,200');
    expect(line({ quantity: 4, days: null })).toBe('4 × ₹1,250');
  });

  it('name it with its number', () => {
    expect(documentName(SAMPLE_DOCUMENT)).toBe('Tax invoice INV/26-27/0001');
    expect(documentName({ ...SAMPLE_DOCUMENT, number: null })).toBe('Tax invoice');
  });
});

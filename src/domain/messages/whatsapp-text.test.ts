import { describe, expect, it } from 'vitest';
import { whatsAppText, type WhatsAppRecord } from './whatsapp-text.ts';

const LINK = `https://studio.example/enquiry?k=${'ab'.repeat(32)}`;
const record = (of: Partial<WhatsAppRecord> = {}): WhatsAppRecord => ({
  opening: 'This is about your enquiry ENQ-00042.',
  rental_from: '2026-12-01',
  rental_to: '2026-12-03',
  items: [
    { name: 'Brass lamp', quantity: 2 },
    { name: 'Sofa & stool', quantity: 1 },
  ],
  link: LINK,
  ...of,
});
const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name}${at}`, quantity: 1 }));
const bytes = (text: string) => encodeURIComponent(text).length;

describe('the text of a WhatsApp message', () => {
  it('tells number, dates, items and link, one in a line', () => {
    expect(whatsAppText(record())).toBe(
      `This is about your enquiry ENQ-00042.\n1–3 Dec 2026 · 3 days\n2 × Brass lamp\n1 × Sofa & stool\n${LINK}`,
    );
    expect(whatsAppText(record({ rental_to: null, items: [], link: null }))).toBe(
      'This is about your enquiry ENQ-00042.',
    );
  });

  it('lists 8 items and counts the rest', () => {
    expect(whatsAppText(record({ items: many('Lamp', 8) }))).not.toContain('more');
    const lines = whatsAppText(record({ items: many('Lamp', 12) })).split('\n');
    expect(lines.slice(2)).toEqual([
      ...Array.from({ length: 8 }, (_, at) => `1 × Lamp${at}`),
      'and 4 more',
      LINK,
    ]);
  });

  it.each([
    ['emoji of families', '👩‍👩‍👧‍👦'.repeat(100)],
    ['Kannada', 'ಹಿತ್ತಾಳೆಯ ದೀಪ '.repeat(700)],
    ['Arabic', 'مصباح نحاسي '.repeat(1_000)],
    ['heaps of accents', `a${'\u0301'.repeat(10_000)}`],
    ['a name of 10,000 letters', 'x'.repeat(10_000)],
    ['unpaired surrogates', '\ud83d'.repeat(500)],
  ])('stays below 1,500 encoded bytes on whole characters with %s', (_, name) => {
    const text = whatsAppText(record({ items: many(name, 12) }));
    expect(bytes(text)).toBeLessThan(1500);
    expect(text.isWellFormed()).toBe(true);
    expect(text.split('\n').at(-1)).toBe(LINK);
    expect(text).not.toMatch(/👩‍(?!👩)|👧‍(?!👦)/u);
    const opening = whatsAppText(record({ opening: `${name} ENQ-00042`, items: many(name, 3) }));
    expect(bytes(opening)).toBeLessThan(1500);
    expect(opening.split('\n').at(-1)).toBe(LINK);
  });

  it('keeps a hostile name on its line and in its direction', () => {
    const name = 'Lamp\r\nhttps://evil.example\u2028\u202e‮gpj.exe\u0000&text=x';
    const lines = whatsAppText(record({ items: [{ name, quantity: 1 }] })).split(/[\r\n\u2028]/);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe('1 × Lamp https://evil.example gpj.exe &text=x');
  });
});

import { expect, it } from 'vitest';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { enquiryWhatsAppLink } from './whatsapp-greeting.ts';

const studio = { name: 'Props & Co', whatsapp: '919000000000' };

const item = (name: string, quantity: number) => ({
  type: 'prop' as const,
  id: name,
  name,
  quantity,
  price: 500,
});

const enquiry: EnquiryAnswer = {
  enquiry_number: 'ENQ-00042',
  status: 'pending',
  rental_from: '2026-12-01',
  rental_to: '2026-12-03',
  rental_days: 3,
  total_price: 123456.5,
  items: [item('Brass lamp', 2), item('Sofa & stool', 1)],
  link: 'ab'.repeat(32),
};

const greeting = (link: string) => new URL(link).searchParams.get('text');

const ORIGIN = 'https://studio.example';

it('includes number, dates, items and page of the enquiry', () => {
  const link = new URL(enquiryWhatsAppLink(studio, enquiry, ORIGIN));
  expect(link.origin + link.pathname).toBe('https://wa.me/919000000000');
  expect([...link.searchParams.keys()]).toEqual(['text']);
  expect(greeting(link.href)).toBe(
    `Hi Props & Co! I have just sent you my enquiry ENQ-00042 from your website.
1–3 Dec 2026 · 3 days
2 × Brass lamp
1 × Sofa & stool
https://studio.example/enquiry?k=${'ab'.repeat(32)}`,
  );
});

it('works without a page, and without an enquiry', () => {
  const { link: _, ...unlinked } = enquiry;
  expect(greeting(enquiryWhatsAppLink(studio, unlinked, ORIGIN))).toMatch(/1 × Sofa & stool$/);
  expect(greeting(enquiryWhatsAppLink(studio, null, ORIGIN))).toBe(
    'Hi Props & Co! I have just sent you my rental enquiry from your website.',
  );
});

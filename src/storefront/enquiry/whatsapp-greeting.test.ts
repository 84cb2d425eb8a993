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
};

const greeting = (link: string) => new URL(link).searchParams.get('text');

it('includes the enquiry number and a summary', () => {
  const link = new URL(enquiryWhatsAppLink(studio, enquiry));
  expect(link.origin + link.pathname).toBe('https://wa.me/919000000000');
  expect([...link.searchParams.keys()]).toEqual(['text']);
  expect(greeting(link.href)).toBe(
    'Hi Props & Co! I have just sent you my enquiry ENQ-00042 from your website: ' +
      '2 × Brass lamp, 1 × Sofa & stool; 1 Dec 2026 – 3 Dec 2026, 3 days; ₹1,23,456.50 excl. GST.',
  );
});

it('lists three items and counts the rest', () => {
  const items = ['A', 'B', 'C', 'D', 'E'].map((name) => item(name, 1));
  expect(greeting(enquiryWhatsAppLink(studio, { ...enquiry, items }))).toContain(
    ': 1 × A, 1 × B, 1 × C and 2 more; ',
  );
});

it('works without an enquiry', () => {
  expect(greeting(enquiryWhatsAppLink(studio))).toBe(
    'Hi Props & Co! I have just sent you my rental enquiry from your website.',
  );
});

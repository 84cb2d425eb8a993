import { expect, it } from 'vitest';
import { whatsappLink } from './whatsapp.ts';

const studio = { name: 'Props & Co', whatsapp: '919000000000' };

it('names the enquiry in the greeting', () => {
  const link = new URL(whatsappLink(studio, 'ENQ-00042'));
  expect(link.origin + link.pathname).toBe('https://wa.me/919000000000');
  expect([...link.searchParams.keys()]).toEqual(['text']);
  expect(link.searchParams.get('text')).toBe(
    'Hi Props & Co! I have just sent you my enquiry ENQ-00042 from your website.',
  );
});

it('greets without a number too', () => {
  expect(new URL(whatsappLink(studio)).searchParams.get('text')).toContain('my rental enquiry');
});

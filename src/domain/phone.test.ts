import { expect, it } from 'vitest';
import { formatMobile, whatsAppLink } from './phone.ts';

it('groups Indian numbers and leaves others unchanged', () => {
  expect(formatMobile('+919876543210')).toBe('+91 98765 43210');
  expect(formatMobile('080-123')).toBe('080-123');
});

it('links to a WhatsApp chat, with an optional text', () => {
  expect(whatsAppLink('+91 98765-43210')).toBe('https://wa.me/919876543210');
  expect(whatsAppLink('919876543210', 'Hi & hello')).toBe(
    'https://wa.me/919876543210?text=Hi%20%26%20hello',
  );
});

import { expect, it } from 'vitest';
import { contactText, maskedContact } from './masked-contact.ts';

it('shows enough of number and address to see a slip', () => {
  const masked = maskedContact({ mobile: '+919876543210', email: 'asha.rao@example.com' });
  expect(contactText(masked)).toBe('…43210, a…@example.com');
});

it('leaves out what was not typed', () => {
  expect(contactText({ mobile: null, email: 'a…@example.com' })).toBe('a…@example.com');
  expect(contactText({ mobile: null, email: null })).toBeNull();
});

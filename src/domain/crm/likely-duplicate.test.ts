import { expect, test } from 'vitest';
import { reasonsText, recordsText } from './likely-duplicate.ts';

test('reasons are said in words, in their order', () => {
  expect(reasonsText(['email', 'digit', 'name'])).toBe(
    'Same e-mail · Mobile one digit off · Same name',
  );
  expect(reasonsText(['exchanged', 'word'])).toBe(
    'Mobile with two digits exchanged · Name partly the same',
  );
});

test.each([
  [0, 0, 'no enquiries, no orders'],
  [1, 1, '1 enquiry, 1 order'],
  [2, 12, '2 enquiries, 12 orders'],
])('%i enquiries and %i orders', (enquiries, orders, said) => {
  const customer = {
    id: '1',
    customer_number: 'CUS-00001',
    first_name: 'Asha',
    last_name: 'Rao',
    mobile: '+919800000001',
    email: null,
  };
  expect(recordsText({ ...customer, enquiries, orders })).toBe(said);
});

import { expect, test } from 'vitest';
import { EMAIL_CASES } from './email-cases.ts';
import { isEmail, plainEmail } from './email.ts';

test.each(EMAIL_CASES)('$text is kept as "$address"', ({ text, address }) => {
  const plain = plainEmail(text);
  expect(isEmail(plain) ? plain : '').toBe(address);
});

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decrypt, encrypt, newTotp, stepOf } from './totp.ts';

/** Base32 of the ASCII digits 12345678901234567890, the secret of RFC 6238's appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  // The last six digits of RFC 6238's test vectors for SHA-1.
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('accepts the code of RFC 6238 at %i s, and for half a minute more', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOf(SECRET, code, seconds * 1000)).toBe(step);
  expect(stepOf(SECRET, code, (seconds + 30) * 1000)).toBe(step);
  expect(stepOf(SECRET, code, (seconds - 30) * 1000)).toBe(step);
  expect(stepOf(SECRET, code, (seconds + 60) * 1000)).toBeNull();
  expect(stepOf(SECRET, code, (seconds - 60) * 1000)).toBeNull();
});

it('refuses anything that is no code', () => {
  for (const code of ['', '28708', '2870822', 'abcdef', '28 7082', '-87082'])
    expect(stepOf(SECRET, code, 59_000)).toBeNull();
});

it('makes a secret, its address and a QR code that fits into a data URI', () => {
  const one = newTotp('Studio: Bombay', 'asha@example.test');
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(one.uri).toBe(
    `otpauth://totp/Studio%3A%20Bombay:asha%40example.test?issuer=Studio%3A%20Bombay&secret=${one.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(one.qr_code).toMatch(/^<svg [^#]+<\/svg>$/);
  expect(newTotp('a', 'b').secret).not.toBe(newTotp('a', 'b').secret);
});

it('encrypts a secret for one factor and one key', () => {
  const key = randomBytes(32);
  const sealed = encrypt(key, 'factor-1', SECRET);
  expect(sealed).not.toContain(SECRET);
  expect(encrypt(key, 'factor-1', SECRET)).not.toBe(sealed);
  expect(decrypt(key, 'factor-1', sealed)).toBe(SECRET);
  expect(() => decrypt(key, 'factor-2', sealed)).toThrow(/authenticate/);
  expect(() => decrypt(randomBytes(32), 'factor-1', sealed)).toThrow(/authenticate/);
});

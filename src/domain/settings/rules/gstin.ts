const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Whether the last character of a GSTIN fits the other 14. Each character counts 0 to 35, every second one twice; of
 * each product quotient and remainder by 36 are added up. Example: the sum of 27AAPFU0939F1Z is 221, 221 mod 36 is 5,
 * 36 − 5 is 31, which is V.
 */
export function isGstinChecked(gstin: string): boolean {
  let sum = 0;
  for (const [at, sign] of Array.from(gstin.slice(0, 14)).entries()) {
    const product = DIGITS.indexOf(sign) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS[(36 - (sum % 36)) % 36] === gstin[14];
}

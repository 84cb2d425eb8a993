/** The digits of the Indian scripts in Unicode, Devanagari to Malayalam. */
const INDIAN_DIGITS = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

/** A text with the digits of Indian scripts as 0 to 9. Twin of `private.latin_digits` in SQL. */
export function latinDigits(text: string): string {
  // why: each of these scripts has its zero at the seventh place of a row of 16 code points.
  return text.replace(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) & 15) - 6));
}

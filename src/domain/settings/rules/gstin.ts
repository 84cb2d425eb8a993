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

/** Holder of a number of GST, by its form. */
const FORMS = {
  taxpayer: /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/,
  tds: /^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$/,
  tcs: /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$/,
  oidar: /^99[0-9]{2}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$/,
  non_resident: /^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$/,
  uin: /^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$/,
} as const;

/** A kind of number of GST. */
export type GstinKind = keyof typeof FORMS;

/** Name of a kind of number. */
export const GSTIN_KINDS: Readonly<Record<GstinKind, string>> = {
  taxpayer: 'the GSTIN of a taxpayer',
  tds: 'the number of a deductor of tax at source (TDS)',
  tcs: 'the number of a marketplace that collects tax at source (TCS)',
  oidar: 'the number of an online service from abroad (OIDAR)',
  non_resident: 'the number of a non-resident taxable person',
  uin: 'the unique identity number (UIN) of an embassy or UN body',
};

/** The kind of a number of GST by its form; null for none. Twin of `private.gstin_kind` in SQL. */
export function gstinKind(gstin: string): GstinKind | null {
  // why the cast: Object.keys names no more than these.
  const kinds = Object.keys(FORMS) as GstinKind[];
  return kinds.find((kind) => FORMS[kind].test(gstin)) ?? null;
}

const asDigits = (text: string) => text.replaceAll('O', '0').replaceAll('I', '1');
const asLetters = (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'I');

/**
 * The taxpayer's GSTIN that is meant where O stands for 0 or I for 1, or the other way round; null for none, and for one
 * that is right. Twin of `private.likely_gstin` in SQL.
 */
export function likelyGstin(gstin: string): string | null {
  const head =
    asDigits(gstin.slice(0, 2)) +
    asLetters(gstin.slice(2, 7)) +
    asDigits(gstin.slice(7, 11)) +
    asLetters(gstin.slice(11, 12));
  const ways = (sign: string) => [sign, asDigits(sign), asLetters(sign)];
  for (const entity of ways(gstin.slice(12, 13))) {
    for (const check of ways(gstin.slice(14))) {
      const meant = `${head}${entity}${gstin.slice(13, 14)}${check}`;
      if (FORMS.taxpayer.test(meant) && isGstinChecked(meant))
        return meant === gstin ? null : meant;
    }
  }
  return null;
}

/** A GSTIN or PAN as it is typed or pasted, without blanks, hyphens and invisible marks, in capitals. */
export const wholeTaxNumber = (typed: string): string =>
  typed.replaceAll(/[\s\u00ad\u200b-\u2015\u2028-\u202f\u2060-\u2069\ufeff-]/g, '').toUpperCase();

import { GST_STATES } from '../../documents/gst-states.ts';
import { GSTIN_KINDS, gstinKind, isGstinChecked, likelyGstin } from './gstin.ts';

const PAN = /^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$/;

/** A text that looks like another number with O for 0 or I for 1. */
const lookalike = (meant: string) =>
  `The letter O and the digit 0, or I and 1, look alike: ${meant} would fit.`;

/** The problem of a number of GST; null for none. @param any also one that is not a taxpayer's */
export function gstinProblem(text: string, any = false): string | null {
  const kind = gstinKind(text);
  const meant = kind !== null && isGstinChecked(text) ? null : likelyGstin(text);
  if (meant !== null) return lookalike(meant);
  if (kind === null) return 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.';
  if (!isGstinChecked(text)) {
    return 'The last character of this GSTIN does not fit the others: compare it with the certificate.';
  }
  if (kind !== 'taxpayer' && !any) {
    return `This is ${GSTIN_KINDS[kind]}: enter the GSTIN of a taxpayer.`;
  }
  return kind === 'oidar' || GST_STATES.has(text.slice(0, 2))
    ? null
    : 'The first two digits of this GSTIN are no state.';
}

/** The problem of a PAN; null for none. */
export function panProblem(text: string): string | null {
  if (PAN.test(text)) return null;
  const letters = (part: string) => part.replaceAll('0', 'O').replaceAll('1', 'I');
  const digits = text.slice(5, 9).replaceAll('O', '0').replaceAll('I', '1');
  const meant = `${letters(text.slice(0, 5))}${digits}${letters(text.slice(9))}`;
  return PAN.test(meant) ? lookalike(meant) : 'A PAN has 10 characters, like AAPFU0939F.';
}

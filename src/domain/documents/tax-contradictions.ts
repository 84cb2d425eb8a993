import { GST_PLACES, GST_STATES } from './gst-states.ts';

interface Billed {
  /** Whole, or ''. */
  gstin: string;
  address: string;
  /** GST code, or ''. */
  state_code: string;
}

const plain = (text: string) => text.toLowerCase().replaceAll('&', 'and').replaceAll(/\s+/g, ' ');

/** The states that an address names. */
const statesIn = (address: string) =>
  [...GST_STATES].filter(([, name]) =>
    new RegExp(`(?<!\\p{L})${plain(name)}(?!\\p{L})`, 'u').test(plain(address)),
  );

/**
 * Contradictions of billing details, one sentence each: named where they are read, and never a reason to refuse
 * them, because an address or a register may be behind the facts.
 */
export function billingContradictions(
  { gstin, address, state_code }: Billed,
  studioGstin: string,
): string[] {
  const found: string[] = [];
  const named = statesIn(address);
  const [other] = named;
  if (other && state_code && named.every(([code]) => code !== state_code)) {
    const state = GST_PLACES.get(state_code) ?? state_code;
    found.push(
      `${gstin ? 'The GSTIN' : 'The state'} is ${gstin ? 'of ' : ''}${state}, the address names ${other[1]}.`,
    );
  }
  if (gstin && gstin === studioGstin) found.push('This is the studio’s own GSTIN.');
  return found;
}

/** Says that a PAN is not the one inside a GSTIN; null where it is, or one of them is not whole. */
export function panContradiction(pan: string, gstin: string): string | null {
  const inside = gstin.slice(2, 12);
  return pan.length === 10 && gstin.length === 15 && pan !== inside
    ? `The GSTIN has another PAN: ${inside}.`
    : null;
}

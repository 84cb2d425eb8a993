import type { CartLine } from '#domain/cart/cart-line.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { EnquiryValues } from './enquiry-rules.ts';

/** What is asked of the studio: everything but the key that tells one try from another. */
export interface EnquiryRequest extends EnquiryValues {
  items: { type: ItemKind; id: string; quantity: number; price: number }[];
}

/** One attempt at sending: the key belongs to exactly one request. */
export interface Attempt {
  key: string;
  /** Fingerprint of the request that the key belongs to. */
  fingerprint: string;
}

/** Puts the form, as the schema gave it back, and the cart together. Prices are those seen. */
export function enquiryRequest(form: EnquiryValues, lines: readonly CartLine[]): EnquiryRequest {
  return {
    first_name: form.first_name,
    last_name: form.last_name,
    mobile: form.mobile,
    email: form.email,
    rental_from: form.rental_from,
    rental_to: form.rental_to,
    message: form.message,
    items: lines.map(({ type, id, quantity, price }) => ({ type, id, quantity, price })),
  };
}

/**
 * A short text that differs when the request differs: FNV-1a, 64 bits, over its JSON.
 * why: not crypto.subtle, which browsers keep from pages without TLS, for instance in a studio's LAN;
 * and it protects nothing: it only notices that a visitor changed something between two tries.
 */
export function fingerprint(request: object): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(request))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/**
 * The attempt to use for a request: the stored one while the request is the same, so that sending
 * again after a lost connection makes no second enquiry; otherwise one with a new key.
 * @param stored the text kept from the attempt before, if any
 */
export function attemptFor(request: object, stored: string | null, newKey: () => string): Attempt {
  const now = fingerprint(request);
  const known = readAttempt(stored);
  return known?.fingerprint === now ? known : { key: newKey(), fingerprint: now };
}

function readAttempt(text: string | null): Attempt | null {
  try {
    const { key, fingerprint: of } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof key !== 'string' || typeof of !== 'string') return null;
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)
      ? { key, fingerprint: of }
      : null;
  } catch {
    return null;
  }
}

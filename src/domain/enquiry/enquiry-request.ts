import type { CartLine } from '#domain/cart/cart-line.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { EnquiryValues } from './enquiry-rules.ts';

/** The request body of an enquiry, without its idempotency key. */
export interface EnquiryRequest extends EnquiryValues {
  items: { type: ItemKind; id: string; quantity: number; price: number }[];
}

/** A request's idempotency key. */
export interface Attempt {
  key: string;
  /** Fingerprint of the request. */
  fingerprint: string;
  /** When it was sent last, in milliseconds since 1970. */
  at: number;
}

/** Time for which a changed request counts as the one whose answer was lost (ms); later it is another one. */
const SAME_FOR = 3_600_000;

/** Combines the validated form and the cart; prices are the ones the visitor saw. */
export function enquiryRequest(
  form: EnquiryValues,
  lines: readonly Pick<CartLine, 'type' | 'id' | 'quantity' | 'price'>[],
): EnquiryRequest {
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
 * A hash of the request: FNV-1a, 64 bits, over its JSON.
 * why not crypto.subtle: it is missing on pages without TLS, for instance in a studio's LAN. The hash
 * needs no security: it only detects that the visitor changed something before a retry.
 */
export function fingerprint(request: object): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(request))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/**
 * The attempt for a request: with the stored key if the request is unchanged, or was sent within the last hour and
 * then changed, so that a retry after a lost connection creates no second enquiry; otherwise with a new key.
 * @param stored the previous attempt's JSON, if any
 * @param at the moment, in milliseconds since 1970
 * @returns `amends`: the key was sent before, and this takes the place of what it may have saved
 */
export function attemptFor(
  request: object,
  stored: string | null,
  { at, newKey }: { at: number; newKey: () => string },
): { attempt: Attempt; amends: boolean } {
  const now = fingerprint(request);
  const known = readAttempt(stored);
  const amends = known !== null && (known.fingerprint === now || at - known.at < SAME_FOR);
  return { attempt: { key: amends ? known.key : newKey(), fingerprint: now, at }, amends };
}

function readAttempt(text: string | null): Attempt | null {
  try {
    const { key, fingerprint: of, at } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof key !== 'string' || typeof of !== 'string') return null;
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)
      ? { key, fingerprint: of, at: typeof at === 'number' ? at : 0 }
      : null;
  } catch {
    return null;
  }
}

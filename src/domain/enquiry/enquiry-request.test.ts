import { describe, expect, it } from 'vitest';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { randomUuid } from '../uuid.ts';
import { attemptFor, enquiryRequest, fingerprint } from './enquiry-request.ts';

const line: CartLine = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Brass lamp',
  price: 500,
  type: 'prop',
  quantity: 2,
  addedAt: '2026-11-21T10:00:00Z',
};
const form = {
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.com',
  rental_from: '2026-11-21',
  rental_to: '2026-11-23',
  message: '',
};

describe('the request', () => {
  it('contains the form and the items with the prices seen, nothing else of the cart', () => {
    expect(enquiryRequest(form, [line])).toEqual({
      ...form,
      items: [{ type: 'prop', id: line.id, quantity: 2, price: 500 }],
    });
  });

  it('has a fingerprint that depends on every part', () => {
    const base = fingerprint(enquiryRequest(form, [line]));
    expect(base).toMatch(/^[0-9a-f]{16}$/);
    const later = { ...line, addedAt: '' };
    expect(fingerprint(enquiryRequest({ ...form }, [later]))).toBe(base);
    const others = [
      enquiryRequest({ ...form, message: '🎬' }, [line]),
      enquiryRequest({ ...form, rental_to: '2026-11-24' }, [line]),
      enquiryRequest(form, [{ ...line, quantity: 3 }]),
      enquiryRequest(form, [{ ...line, price: 501 }]),
      enquiryRequest(form, []),
    ].map(fingerprint);
    expect(new Set([base, ...others]).size).toBe(6);
  });
});

describe('the key of an attempt', () => {
  const request = enquiryRequest(form, [line]);
  const changed = enquiryRequest(form, [{ ...line, quantity: 1 }]);
  const DAY = 86_400_000;
  const keyOf = (what: object, stored: string | null, at: number) => {
    const { attempt, amends } = attemptFor(what, stored, { at, newKey: () => 'new' });
    return { key: attempt.key, amends };
  };
  const { attempt: first, amends } = attemptFor(request, null, { at: DAY, newKey: randomUuid });
  const kept = JSON.stringify(first);

  it('is new at first', () => {
    expect(amends).toBe(false);
  });

  it('stays while the request is the same', () => {
    expect(keyOf(request, kept, 2 * DAY)).toEqual({ key: first.key, amends: true });
  });

  it('stays for an hour while the request changes, and amends what it sent', () => {
    expect(keyOf(changed, kept, DAY + 3_599_999)).toEqual({ key: first.key, amends: true });
    expect(keyOf(changed, kept, DAY + 3_600_000)).toEqual({ key: 'new', amends: false });
    const { attempt } = attemptFor(changed, kept, { at: DAY + 1, newKey: randomUuid });
    expect(keyOf(changed, JSON.stringify(attempt), 2 * DAY).key).toBe(first.key);
  });

  it('of an earlier version of the site stays while the request is the same', () => {
    const earlier = JSON.stringify({ key: first.key, fingerprint: first.fingerprint });
    expect(keyOf(request, earlier, DAY).key).toBe(first.key);
    expect(keyOf(changed, earlier, DAY).key).toBe('new');
  });

  it.each(['', 'x', 'null', '[]', '{"key":1}', '{"key":"x","fingerprint":"y"}'])(
    'is new for the stored text %j',
    (text) => {
      expect(keyOf(request, text, DAY)).toEqual({ key: 'new', amends: false });
    },
  );

  it('ignores a stored key that is not a UUID', () => {
    const forged = JSON.stringify({ key: "'; drop table", fingerprint: fingerprint(request) });
    expect(keyOf(request, forged, DAY).key).toBe('new');
  });
});

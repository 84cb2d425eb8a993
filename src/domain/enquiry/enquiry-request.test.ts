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
  const first = attemptFor(request, null, randomUuid);
  const kept = JSON.stringify(first);

  it('stays while the request is the same', () => {
    expect(attemptFor(enquiryRequest(form, [line]), kept, randomUuid)).toEqual(first);
  });

  it('changes with the request', () => {
    const next = attemptFor(enquiryRequest(form, [{ ...line, quantity: 1 }]), kept, randomUuid);
    expect(next.key).not.toBe(first.key);
  });

  it.each(['', 'x', 'null', '[]', '{"key":1}', '{"key":"x","fingerprint":"y"}'])(
    'is new for the stored text %j',
    (text) => {
      expect(attemptFor(request, text, () => 'new').key).toBe('new');
    },
  );

  it('ignores a stored key that is not a UUID', () => {
    const forged = JSON.stringify({ key: "'; drop table", fingerprint: fingerprint(request) });
    expect(attemptFor(request, forged, () => 'new').key).toBe('new');
  });
});

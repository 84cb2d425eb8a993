import { describe, expect, it } from 'vitest';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { addDays, studioToday } from '#domain/days.ts';
import { newPlainEnquiry, readPostedEnquiry, sendPostedEnquiry } from './posted-enquiry.ts';

const ITEM = '00000000-0000-4000-8000-000000000001';
const KEY = '00000000-0000-4000-8000-00000000000a';
const from = addDays(studioToday(), 3);
const typed = {
  key: KEY,
  type: 'prop',
  item: ITEM,
  price: '500',
  quantity: ' 2',
  rental_from: from,
  rental_to: from,
  first_name: ' Asha',
  last_name: 'Rao',
  mobile: '098765 43210',
  email: 'asha@example.com',
  message: 'One\r\ntwo ',
};

function posted(over: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...over })) form.set(name, value);
  return readPostedEnquiry(form);
}

/** Sends a form to a database that refuses it, and keeps what it was asked. */
async function send(over: Record<string, string>, refusal: object = {}, status = 500) {
  const asked: Record<string, unknown>[] = [];
  const api = createPublicApi({
    origin: 'http://studio.test',
    config: { url: null, anonKey: 'anon', chatScriptUrl: null },
    fetch: async (input, init) => {
      asked.push((await new Request(input, init).json()) as Record<string, unknown>);
      return Response.json(
        { code: '', message: '', details: '', hint: '', ...refusal },
        { status },
      );
    },
  });
  const form = posted(over);
  if (!form) throw new Error('The form is of another page.');
  return { asked, sent: await sendPostedEnquiry(api, form) };
}

describe('an enquiry without a script', () => {
  it('is for the item of the address, on its dates', () => {
    const address = new URLSearchParams({ type: 'prop', item: ITEM, from, to: from });
    expect(newPlainEnquiry(address)).toMatchObject({
      type: 'prop',
      id: ITEM,
      values: { rental_from: from, rental_to: from, quantity: '1', mobile: '+91' },
    });
    for (const [name, value] of [
      ['type', 'car'],
      ['item', 'x'],
    ] as const) {
      const other = new URLSearchParams(address);
      other.set(name, value);
      expect(newPlainEnquiry(other)).toBeNull();
      expect(posted({ [name]: value })).toBeNull();
    }
    expect(posted({ key: '1' })).toBeNull();
  });

  it('keeps what was typed, with a message at each field that is wrong', async () => {
    const wrong = { quantity: '0', mobile: '12345', email: 'x', rental_to: '', first_name: ' <' };
    const { asked, sent } = await send(wrong);
    expect(asked).toEqual([]);
    expect(sent).toMatchObject({
      status: 422,
      enquiry: {
        values: { ...wrong, last_name: 'Rao', message: 'One\ntwo ' },
        errors: {
          quantity: 'Quantity must be a whole number between 1 and 999',
          mobile:
            'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
          email: 'Please enter a valid email address',
          rental_to: 'Rental end date is required',
          first_name: 'Please remove the characters < and >',
        },
      },
    });
  });

  it('takes the place of what the same page sent for the same wish, and is another for another', async () => {
    const keyOf = async (over: Record<string, string>) =>
      (await send(over)).asked[0]?.['idempotency_key'];
    const first = await keyOf({});
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(await keyOf({})).toBe(first);
    const amended = (await send({ message: 'Three', email: 'rao@example.com' })).asked[0];
    expect(amended).toMatchObject({ idempotency_key: first, message: 'Three', amends: true });
    const later = addDays(from, 1);
    for (const other of [
      { rental_to: later },
      { rental_from: later, rental_to: later },
      { quantity: '3' },
      { mobile: '98765 43211' },
    ]) {
      expect(await keyOf(other)).not.toBe(first);
    }
    expect(await keyOf({ key: KEY.replace('a', 'b') })).not.toBe(first);
  });

  it.each([
    [422, { code: 'PT422', message: 'No.', details: '{"field":"email"}' }, { email: 'No.' }, ''],
    [409, { code: 'PT409', message: 'price_changed' }, {}, 'The price has changed'],
    [429, { code: 'PT429', message: 'Wait.', details: '{"retry_after":540}' }, {}, 'Wait.'],
    [503, {}, {}, 'Please send it again: it counts once.'],
  ])('that is refused with %i says why', async (status, refusal, errors, alert) => {
    const { asked, sent } = await send({}, refusal, status);
    expect(asked).toMatchObject([
      {
        first_name: 'Asha',
        mobile: '+919876543210',
        message: 'One\ntwo',
        items: [{ type: 'prop', id: ITEM, quantity: 2, price: 500 }],
      },
    ]);
    expect(sent).toMatchObject({
      status,
      enquiry: { key: KEY, values: { first_name: ' Asha' }, errors },
      ...(status === 429 && { retryAfter: 540 }),
    });
    expect('enquiry' in sent ? sent.enquiry.alert : null).toContain(alert);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { EMAIL_CASES } from '#domain/email-cases.ts';
import { MOBILE_CASES } from '#domain/enquiry/mobile-cases.ts';
import { NAME_CASES } from '#domain/plain-name-cases.ts';
import { enquiry, today, useEnquiries } from './enquiry.ts';
import type { Enquiry } from './enquiry.ts';
import { refusal } from './studio.ts';

const { studio, items, prop, submit, counts } = useEnquiries();

test('the database finds the same names and addresses wrong as the app', async () => {
  const told = await Promise.all(
    NAME_CASES.map(async ({ text, isMultiline = false }) => {
      const [row] = await studio.db.owner<{ problem: string | null }[]>`
        select private.name_problem(${text}, ${isMultiline}) as problem`;
      return row?.problem ?? '';
    }),
  );
  expect(told).toEqual(NAME_CASES.map(({ problem }) => problem));
});

test('the database reads the same mobile numbers as the app', async () => {
  const told = await Promise.all(
    MOBILE_CASES.map(async ({ text }) => {
      const [row] = await studio.db.owner<{ stored: string; problem: string | null }[]>`
        select private.whole_mobile(${text}) as stored, private.foreign_mobile_problem(${text}) as problem`;
      return { text, stored: row?.stored, problem: row?.problem };
    }),
  );
  const problem = (code: string) =>
    code === '' ? null : `${code} is not India: only Indian mobile numbers, +91 and 10 digits.`;
  expect(told).toEqual(
    MOBILE_CASES.map(({ text, stored, code }) => ({ text, stored, problem: problem(code) })),
  );
});

test('the database keeps the same e-mail addresses as the app', async () => {
  const kept = await Promise.all(
    EMAIL_CASES.map(async ({ text }) => {
      const [row] = await studio.db.owner<{ address: string }[]>`
        select case when private.can_be_sent_to(private.plain_email(${text}))
          then private.plain_email(${text}) else '' end as address`;
      return { text, address: row?.address };
    }),
  );
  expect(kept).toEqual(EMAIL_CASES);
});

test('an enquiry keeps a number in any notation as +91 and ten digits, and an address alone', async () => {
  await submit(
    enquiry({ mobile: '+91 (0) 98765-४३२१०', email: '<asha@example.in>', items: [prop()] }),
  );
  const [saved] = await studio.db
    .owner`select contact_mobile, contact_email from public.enquiry_orders order by created_at desc limit 1`;
  expect(saved).toEqual({ contact_mobile: '+919876543210', contact_email: 'asha@example.in' });
});

describe('a refused field', () => {
  const mobileMessage =
    'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)';
  const emailMessage = 'Please enter a valid email address';
  const quantityMessage = 'Quantity must be a whole number between 1 and 999';
  const order: [field: string, message: string, sent: () => Partial<Enquiry>][] = [
    ['idempotency_key', 'An idempotency key is required', () => ({ idempotency_key: null })],
    ['first_name', 'First name is required', () => ({ first_name: '' })],
    ['first_name', 'First name is required', () => ({ first_name: null })],
    ['first_name', 'First name is required', () => ({ first_name: ' \u00a0\u200b' })],
    [
      'first_name',
      'First name must be at most 80 characters',
      () => ({ first_name: 'x'.repeat(81) }),
    ],
    [
      'first_name',
      'Please remove the characters < and >',
      () => ({ first_name: '<script>alert(1)</script>' }),
    ],
    ['last_name', 'Last name is required', () => ({ last_name: '\t' })],
    [
      'last_name',
      'This has invisible characters: please delete it and type it again',
      () => ({ last_name: '\u202eoaR' }),
    ],
    [
      'last_name',
      'Last name must be at most 80 characters',
      () => ({ last_name: 'x'.repeat(10_000) }),
    ],
    ...[null, '', '+91', '+915876543210', '90000000012', '+9198765432101'].map(
      (mobile): [string, string, () => Partial<Enquiry>] => [
        'mobile',
        mobileMessage,
        () => ({ mobile }),
      ],
    ),
    [
      'mobile',
      '+971 is not India: only Indian mobile numbers, +91 and 10 digits.',
      () => ({ mobile: '+971 50 123 4567' }),
    ],
    ...[
      null,
      '',
      'asha',
      'asha@',
      '@b.c',
      'a@b',
      'a b@c.d',
      'a@b@c.d',
      'a@b..c',
      '<script>@b.in',
      'a\u202e@b.in',
      `${'x'.repeat(250)}@b.in`,
    ].map((email): [string, string, () => Partial<Enquiry>] => [
      'email',
      emailMessage,
      () => ({ email }),
    ]),
    ['rental_from', 'Rental start date is required', () => ({ rental_from: null })],
    ['rental_to', 'Rental end date is required', () => ({ rental_to: null })],
    ['rental_from', 'Rental start date cannot be in the past', () => ({ rental_from: today(-1) })],
    [
      'rental_from',
      'Rental start date cannot be in the past',
      () => ({ rental_from: '-infinity' }),
    ],
    ['rental_from', 'Please enter a valid date', () => ({ rental_from: 'infinity' })],
    [
      'rental_to',
      'To date must be the same or after the from date.',
      () => ({ rental_from: today(2), rental_to: today(1) }),
    ],
    [
      'rental_to',
      'A rental can last at most 365 days',
      () => ({ rental_from: today(), rental_to: today(365) }),
    ],
    ['rental_to', 'A rental can last at most 365 days', () => ({ rental_to: 'infinity' })],
    ['message', 'Message must be at most 2000 characters', () => ({ message: 'x'.repeat(2001) })],
    ['items', 'Your cart is empty', () => ({ items: [] })],
    ['items', 'Your cart is empty', () => ({ items: null })],
    ['items', 'Your cart is empty', () => ({ items: { type: 'prop' } })],
    ['items', 'Your cart is empty', () => ({ items: 'prop' })],
    [
      'items',
      'An enquiry can hold at most 100 items',
      () => ({ items: Array.from({ length: 101 }, () => prop()) }),
    ],
    ['items', 'Each item needs a type and an id', () => ({ items: [null] })],
    ['items', 'Each item needs a type and an id', () => ({ items: [prop({ id: 7 })] })],
    ['items', 'Each item needs a type and an id', () => ({ items: [prop({ type: null })] })],
    ...[0, -1, 1.5, 1000, 1e300, '2', null, true].map(
      (quantity): [string, string, () => Partial<Enquiry>] => [
        'items',
        quantityMessage,
        () => ({ items: [prop({ quantity })] }),
      ],
    ),
    [
      'items',
      quantityMessage,
      () => ({ items: [prop({ quantity: 500 }), prop({ quantity: 500 })] }),
    ],
  ];
  test.each(order)('%s: %s', async (field, message, sent) => {
    const before = await counts();
    const said = await refusal(submit(enquiry({ items: [prop()], ...sent() })));
    expect(said).toMatchObject({ code: 'PT422', message });
    expect(JSON.parse(said.detail ?? '')).toEqual({ field });
    expect(await counts()).toEqual(before);
  });

  test('a total too large for its column is refused too', async () => {
    const [row] = await studio.db.owner<{ id: string }[]>`
      insert into gear (name, price) values ('Gold camera', 9999999.99) returning id`;
    const said = await refusal(
      submit(
        enquiry({
          items: [{ type: 'gear', id: row?.id, quantity: 999, price: 9_999_999.99 }],
          rental_from: today(),
          rental_to: today(300),
        }),
      ),
    );
    expect(said).toMatchObject({ code: 'PT422', detail: '{"field": "items"}' });
  });

  test('a value exactly at its limit is accepted', async () => {
    const answer = await submit(
      enquiry({
        first_name: '🎬'.repeat(80),
        last_name: 'x'.repeat(80),
        email: `${'x'.repeat(249)}@b.in`,
        message: 'x'.repeat(2000),
        items: [prop({ quantity: 999 })],
      }),
    );
    expect(answer.items[0]?.quantity).toBe(999);
  });
});

describe('a cart that has changed since the visitor saw it', () => {
  /** Submits the lines and returns the error with its details parsed. */
  const conflict = async (lines: unknown[]) => {
    const before = await counts();
    const said = await refusal(submit(enquiry({ items: lines })));
    expect(await counts()).toEqual(before);
    expect(said.code).toBe('PT409');
    return { message: said.message, lines: JSON.parse(said.detail ?? 'null') as unknown };
  };

  test('a changed price: price_changed with the line and its current price', async () => {
    for (const price of [499, 0, -5, 500.01, '500', null, 1e300]) {
      expect(
        await conflict([{ type: 'set', id: items.set, quantity: 1, price: 9000 }, prop({ price })]),
      ).toEqual({
        message: 'price_changed',
        lines: [{ type: 'prop', id: items.prop, name: 'Wing chair', price: 500, active: true }],
      });
    }
    const answer = await submit(enquiry({ items: [prop({ price: 500.0 })] }));
    expect(answer.items[0]?.price).toBe(500);
  });

  test('the same item at two prices: price_changed', async () => {
    expect((await conflict([prop(), prop({ price: 400 })])).message).toBe('price_changed');
  });

  test('inactive, unknown or invalid items: item_unavailable with every line that differs', async () => {
    const [hidden] = await studio.db.owner<{ id: string }[]>`
      insert into props (name, price, active) values ('Hidden', 5, false) returning id`;
    const unknown = randomUUID();
    expect(
      await conflict([
        prop({ id: hidden?.id, price: 5 }),
        { type: 'set', id: items.set, quantity: 1, price: 1 },
        prop({ id: unknown }),
        prop({ id: 'garbage' }),
        prop({ type: 'car' }),
        { type: 'gear', id: items.prop, quantity: 1, price: 500 },
        prop(),
      ]),
    ).toEqual({
      message: 'item_unavailable',
      lines: [
        { type: 'prop', id: hidden?.id, name: null, price: null, active: false },
        { type: 'set', id: items.set, name: 'Loft', price: 9000, active: true },
        { type: 'prop', id: unknown, name: null, price: null, active: false },
        { type: 'prop', id: 'garbage', name: null, price: null, active: false },
        { type: 'car', id: items.prop, name: null, price: null, active: false },
        { type: 'gear', id: items.prop, name: null, price: null, active: false },
      ],
    });
  });
});

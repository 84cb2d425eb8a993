import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLERS, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';
import { committed, enquiry, today } from './enquiry.ts';
import type { Answer, Enquiry } from './enquiry.ts';

const studio = useStudio();

const submit = (sent: Enquiry, caller: CallerName = 'anon') =>
  committed(studio.db, studio.who(caller), sent);

/** How many enquiries, items, customers and keys there are. */
async function counts(): Promise<Record<string, number>> {
  const [row] = await studio.db.owner<Record<string, number>[]>`
    select (select count(*)::int from enquiry_orders) as enquiries,
      (select count(*)::int from enquiry_items) as items,
      (select count(*)::int from customers) as customers,
      (select count(*)::int from private.idempotency_keys) as keys`;
  return row ?? {};
}

let items: Record<string, string> = {};
beforeEach(async () => {
  const rows = await studio.db.owner<{ type: string; id: string }[]>`
    select distinct on (type) type, id from catalogue_items where active order by type, code`;
  items = Object.fromEntries(rows.map((row) => [row.type, row.id]));
});
const prop = (more: Record<string, unknown> = {}) => ({
  type: 'prop',
  id: items.prop,
  quantity: 1,
  price: 500,
  ...more,
});

describe('an enquiry', () => {
  test('is saved whole, and answered', async () => {
    const sent = enquiry({
      mobile: '+919811111111',
      items: [
        prop({ quantity: 2 }),
        { type: 'set', id: items.set, quantity: 1, price: 9000 },
        { type: 'backdrop', id: items.backdrop, quantity: 3, price: 0 },
      ],
      rental_from: today(1),
      rental_to: today(3),
    });
    const answer = await submit(sent);
    expect(answer).toEqual({
      enquiry_number: expect.stringMatching(/^ENQ-\d{5}$/),
      status: 'pending',
      rental_from: today(1),
      rental_to: today(3),
      rental_days: 3,
      total_price: 30_000,
      items: [
        { type: 'prop', id: items.prop, name: 'Wing chair', quantity: 2, price: 500 },
        { type: 'set', id: items.set, name: 'Loft', quantity: 1, price: 9000 },
        { type: 'backdrop', id: items.backdrop, name: 'Grey muslin', quantity: 3, price: 0 },
      ],
    });
    const sql = studio.db.owner;
    const [saved] = await sql`
      select enquiry_orders.*, rental_from::text, rental_to::text, customers.mobile, customers.first_name
      from enquiry_orders join customers on customers.id = customer_id
      where enquiry_number = ${answer.enquiry_number}`;
    expect(saved).toMatchObject({
      status: 'pending',
      rental_from: today(1),
      rental_to: today(3),
      rental_days: 3,
      total_price: '30000.00',
      message: 'For a shoot',
      mobile: '+919811111111',
      first_name: 'Asha',
      contact_first_name: 'Asha',
      contact_last_name: 'Rao',
      contact_email: 'asha@example.test',
    });
    const lines = await sql`
      select item_type, item_id, quantity, price, rental_from::text, rental_to::text, rental_days, position
      from enquiry_items where enquiry_order_id = ${saved?.id} order by position`;
    const dates = { rental_from: today(1), rental_to: today(3), rental_days: 3 };
    expect(lines).toEqual([
      {
        item_type: 'prop',
        item_id: items.prop,
        quantity: 2,
        price: '500.00',
        position: 1,
        ...dates,
      },
      {
        item_type: 'set',
        item_id: items.set,
        quantity: 1,
        price: '9000.00',
        position: 2,
        ...dates,
      },
      {
        item_type: 'backdrop',
        item_id: items.backdrop,
        quantity: 3,
        price: '0.00',
        position: 3,
        ...dates,
      },
    ]);
  });

  test.each(CALLERS)('is taken from %s', async (caller) => {
    const answer = await submit(enquiry({ items: [prop()] }), caller);
    expect(answer.status).toBe('pending');
  });

  test('keeps emoji, HTML and quotes as text, and trims', async () => {
    const answer = await submit(
      enquiry({
        first_name: '  आशा 🎬\u00a0',
        last_name: `<img src=x onerror="alert('1')">`,
        message: '  </script>\nline two 🚀 \\ %s $1  ',
        items: [prop()],
      }),
    );
    const [saved] = await studio.db.owner`select * from enquiry_orders
      where enquiry_number = ${answer.enquiry_number}`;
    expect(saved).toMatchObject({
      contact_first_name: 'आशा 🎬',
      contact_last_name: `<img src=x onerror="alert('1')">`,
      message: '</script>\nline two 🚀 \\ %s $1',
    });
  });

  test('without a message has none', async () => {
    for (const message of [null, '', '  \n']) {
      const answer = await submit(enquiry({ message, items: [prop()] }));
      const [saved] = await studio.db.owner`select message from enquiry_orders
        where enquiry_number = ${answer.enquiry_number}`;
      expect(saved?.message).toBeNull();
    }
  });

  test('never changes a known customer, and keeps what was sent', async () => {
    const mobile = '+919822222222';
    await submit(enquiry({ mobile, items: [prop()] }));
    const sql = studio.db.owner;
    const [before] = await sql`select * from customers where mobile = ${mobile}`;
    const answer = await submit(
      enquiry({ mobile, first_name: 'Mallory', email: 'm@example.test', items: [prop()] }),
    );
    expect(await sql`select * from customers where mobile = ${mobile}`).toEqual([before]);
    const [saved] =
      await sql`select * from enquiry_orders where enquiry_number = ${answer.enquiry_number}`;
    expect(saved).toMatchObject({
      customer_id: before?.id,
      contact_first_name: 'Mallory',
      contact_email: 'm@example.test',
    });
  });

  test('with the same item twice has one line with both quantities', async () => {
    const answer = await submit(
      enquiry({
        items: [prop({ quantity: 2 }), prop({ id: items.prop?.toUpperCase(), quantity: 3 })],
        rental_from: today(),
        rental_to: today(),
      }),
    );
    expect(answer.items).toEqual([
      { type: 'prop', id: items.prop, name: 'Wing chair', quantity: 5, price: 500 },
    ]);
    expect([answer.rental_days, answer.total_price]).toEqual([1, 2500]);
  });

  test('may start today and last 365 days, with 100 items', async () => {
    const rows = await studio.db.owner<{ id: string }[]>`
      insert into gear (name, price) select 'Clamp ' || n, n from generate_series(1, 100) n returning id`;
    const answer = await submit(
      enquiry({
        items: rows.map(({ id }, at) => ({ type: 'gear', id, quantity: 1, price: at + 1 })),
        rental_from: today(),
        rental_to: today(364),
      }),
    );
    expect([answer.rental_days, answer.items.length]).toEqual([365, 100]);
    expect(answer.total_price).toBe(5050 * 365);
  });
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
    ['last_name', 'Last name is required', () => ({ last_name: '\t' })],
    [
      'last_name',
      'Last name must be at most 80 characters',
      () => ({ last_name: 'x'.repeat(10_000) }),
    ],
    ...[
      null,
      '',
      '+91',
      '+915876543210',
      '9876543210',
      '+9198765432101',
      '+91 98765 43210',
      '+91९८७६५४३२१०',
    ].map((mobile): [string, string, () => Partial<Enquiry>] => [
      'mobile',
      mobileMessage,
      () => ({ mobile }),
    ]),
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

  test('a total that no column holds is refused too', async () => {
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

  test('exactly at its limit is taken', async () => {
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

describe('a cart that is not what the visitor saw', () => {
  /** Sends it, and returns what was said with the lines of its details. */
  const conflict = async (lines: unknown[]) => {
    const before = await counts();
    const said = await refusal(submit(enquiry({ items: lines })));
    expect(await counts()).toEqual(before);
    expect(said.code).toBe('PT409');
    return { message: said.message, lines: JSON.parse(said.detail ?? 'null') as unknown };
  };

  test('another price: price_changed with the line and its price now', async () => {
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

  test('gone, unknown or made up: item_unavailable with every line that differs', async () => {
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

describe('an idempotency key', () => {
  test('with the same body answers the first answer, and saves nothing more', async () => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    const before = await counts();
    // Not even what is no longer to be had changes that answer.
    await studio.db.owner`update props set active = false where id = ${items.prop ?? ''}`;
    const second = await submit(sent);
    await studio.db.owner`update props set active = true where id = ${items.prop ?? ''}`;
    expect(second).toEqual(first);
    expect(await counts()).toEqual(before);
  });

  test('with another body is refused', async () => {
    const sent = enquiry({ items: [prop()] });
    await submit(sent);
    const before = await counts();
    const changes: Partial<Enquiry>[] = [
      { message: 'Another' },
      { items: [prop({ quantity: 2 })] },
      { rental_to: today(9) },
      { first_name: '' },
    ];
    for (const change of changes) {
      expect(await refusal(submit({ ...sent, ...change }))).toMatchObject({
        code: 'PT409',
        message: 'idempotency_key_reused',
        detail: '[]',
      });
    }
    expect(await counts()).toEqual(before);
  });

  test('is bound by success only', async () => {
    const sent = enquiry({ items: [prop({ price: 1 })] });
    await refusal(submit(sent));
    const answer = await submit({ ...sent, items: [prop()] });
    expect(answer.items).toHaveLength(1);
  });

  test('is forgotten after 24 hours, and swept away then', async () => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    const sql = studio.db.owner;
    const [kept] = await sql`select expires_at - now() as left from private.idempotency_keys
      where key = ${sent.idempotency_key ?? ''}`;
    expect(kept?.left).toMatch(/^23:59:/);
    await sql`update private.idempotency_keys set expires_at = now() - interval '1 second'`;
    const again = await submit(sent);
    expect(again.enquiry_number).not.toBe(first.enquiry_number);
    const left = await sql`select key from private.idempotency_keys`;
    expect(left.map((row) => row.key as string)).toEqual([sent.idempotency_key]);
  });

  test('two twins at the same moment make one enquiry and get one answer', async () => {
    const sent = enquiry({ items: [prop()] });
    const before = await counts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(sent)));
    expect(new Set(answers.map((answer) => answer.enquiry_number)).size).toBe(1);
    expect((await counts()).enquiries).toBe((before.enquiries ?? 0) + 1);
  });
});

describe('a failure in a step', () => {
  const steps = [
    ['customer_create', 'customers'],
    ['enquiry_create', 'enquiry_orders'],
    ['items_save', 'enquiry_items'],
  ] as const;
  test.each(steps)('%s is named, and nothing is kept', async (step, table) => {
    const sql = studio.db.owner;
    const sent = enquiry({ mobile: '+919833333333', items: [prop()] });
    const before = await counts();
    await sql.unsafe(`create function public.fail() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = '53100', detail = 'no room'; end $$;
      create trigger zz_fail before insert on ${table} for each row execute function public.fail()`);
    const said = await refusal(submit(sent));
    await sql.unsafe(`drop function public.fail() cascade`);
    expect(said).toEqual({
      code: '53100',
      message: 'the disk is full',
      detail: 'no room',
      hint: step,
    });
    expect(await counts()).toEqual(before);
    const answer: Answer = await submit(sent);
    expect(answer.status).toBe('pending');
  });
});

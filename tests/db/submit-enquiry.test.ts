import { describe, expect, test } from 'vitest';
import { enquiry, today, useEnquiries } from './enquiry.ts';
import type { Answer } from './enquiry.ts';
import { CALLERS, refusal } from './studio.ts';

const { studio, items, prop, submit, counts } = useEnquiries();

/** The small studio counts no pieces. */
const UNCOUNTED = { free: null, of: null };

describe('an enquiry', () => {
  test('is saved completely, and answered', async () => {
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
      link: expect.stringMatching(/^[0-9a-f]{64}$/),
      enquiry_number: expect.stringMatching(/^ENQ-\d{5}$/),
      status: 'pending',
      rental_from: today(1),
      rental_to: today(3),
      rental_days: 3,
      total_price: 30_000,
      payable: 35_400,
      items: [
        { type: 'prop', id: items.prop, name: 'Wing chair', quantity: 2, price: 500, ...UNCOUNTED },
        { type: 'set', id: items.set, name: 'Loft', quantity: 1, price: 9000, ...UNCOUNTED },
        {
          type: 'backdrop',
          id: items.backdrop,
          name: 'Grey muslin',
          quantity: 3,
          price: 0,
          ...UNCOUNTED,
        },
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
      contact_mobile: '+919811111111',
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

  test('has items of all kinds, each with the catalogue’s data', async () => {
    const listed = await studio.db.owner<
      { type: string; id: string; name: string; price: number }[]
    >`
      select type, id, name, price::float8 as price from catalogue_items
      where id = any (${Object.values(items)}) order by type`;
    expect(listed).toHaveLength(6);
    const lines = listed.map(({ type, id, price }) => ({ type, id, price, quantity: 1 }));
    const answer = await submit(enquiry({ items: lines }));
    expect(answer.items).toEqual(listed.map((line) => ({ ...line, quantity: 1, ...UNCOUNTED })));
  });

  test.each(CALLERS)('is accepted from %s', async (caller) => {
    const answer = await submit(enquiry({ items: [prop()] }), caller);
    expect(answer.status).toBe('pending');
  });

  test('keeps emoji and quotes as text, and trims', async () => {
    const answer = await submit(
      enquiry({
        first_name: '  आशा 🎬\u00a0',
        last_name: `O'Brien & "Co"`,
        message: '  </script>\nline two 🚀 \\ %s $1  ',
        items: [prop()],
      }),
    );
    const [saved] = await studio.db.owner`select * from enquiry_orders
      where enquiry_number = ${answer.enquiry_number}`;
    expect(saved).toMatchObject({
      contact_first_name: 'आशा 🎬',
      contact_last_name: `O'Brien & "Co"`,
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

  test('never changes a known customer, and stores the contact data as sent', async () => {
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
      { type: 'prop', id: items.prop, name: 'Wing chair', quantity: 5, price: 500, ...UNCOUNTED },
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

describe('a failure in a step', () => {
  const steps = [
    ['customer_create', 'customers'],
    ['enquiry_create', 'enquiry_orders'],
    ['items_save', 'enquiry_items'],
    // The customer exists by then, so that nothing is created.
    ['customer_lookup', 'customers'],
  ] as const;
  test.each(steps)('%s is named, and nothing is saved', async (step, table) => {
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

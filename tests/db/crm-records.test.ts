import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

type Told = Record<string, unknown> & { timeline: Event[]; updated_at: string };
type Event = Record<string, unknown> & { what: string };

const CASTS: Record<string, string> = {
  id: '::uuid',
  idempotency_key: '::uuid',
  rental_from: '::date',
  rental_to: '::date',
  items: '::jsonb',
  expected_updated_at: '::timestamptz',
};

/** Calls a function as that caller and commits. */
const call = async <T = Told>(
  name: string,
  given: Record<string, string | null>,
  caller: CallerName = 'crm_user',
): Promise<T> =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    // As text, like in JSON: the driver would truncate timestamps to milliseconds.
    const named = Object.keys(given).map(
      (key, at) => `${key} => $${at + 1}::text${CASTS[key] ?? ''}`,
    );
    const [row] = await sql.unsafe<{ told: T }[]>(
      `select ${name}(${named.join(', ')}) as told`,
      Object.values(given),
    );
    if (!row) throw new Error('No answer.');
    return row.told;
  });
const change = (statement: string, caller: CallerName = 'crm_user') =>
  committedAs(studio.db, studio.who(caller), (sql) => sql.unsafe(statement));
const uid = (caller: CallerName) => studio.who(caller).sub ?? '';

const makers = { made: 0 };
/** A customer with an enquiry for two items, submitted as a visitor. */
const visit = async () => {
  makers.made += 1;
  const mobile = `+9190000${String(makers.made).padStart(5, '0')}`;
  const [prop] = await studio.db.owner<{ id: string }[]>`select id from props limit 1`;
  const { enquiry_number } = await call<{ enquiry_number: string }>(
    'submit_enquiry',
    {
      idempotency_key: randomUUID(),
      first_name: 'Asha',
      last_name: 'Rao',
      mobile,
      email: 'asha@example.test',
      rental_from: '2030-03-01',
      rental_to: '2030-03-03',
      message: 'Secret wish',
      items: JSON.stringify([{ type: 'prop', id: prop?.id, quantity: 2, price: 500 }]),
    },
    'anon',
  );
  const [row] = await studio.db.owner<{ id: string; customer_id: string }[]>`
    select id, customer_id from enquiry_orders where enquiry_number = ${enquiry_number}`;
  return { mobile, enquiry_number, enquiry: row?.id ?? '', customer: row?.customer_id ?? '' };
};
const story = (told: Told) =>
  told.timeline.map(({ what, actor, from, to }) => [what, actor, from, to]).toReversed();

describe('the record of an enquiry', () => {
  test('has its row, customer, items by name, order and activity', async () => {
    const { enquiry, enquiry_number, customer } = await visit();
    await change(`update enquiry_orders set status = 'quoted' where id = '${enquiry}'`);
    await change(`update enquiry_orders set status = 'quoted' where id = '${enquiry}'`);
    await change(`update enquiry_orders set status = 'pending' where id = '${enquiry}'`, 'admin');
    const order = await call<{ id: string; order_number: string }>('convert_enquiry_to_order', {
      id: enquiry,
    });
    const told = await call('enquiry_record', { number: enquiry_number.toLowerCase() });
    expect(told).toEqual(await call('enquiry_record', { id: enquiry }));
    expect(told).toMatchObject({
      id: enquiry,
      enquiry_number,
      status: 'converted',
      total_price: 3000,
      message: 'Secret wish',
      customer: { id: customer, first_name: 'Asha', assigned_name: null, erased_at: null },
      items: [
        {
          name: 'Wing chair',
          code: expect.stringMatching(/^PRP-/),
          slug: 'wing-chair',
          active: true,
          stock: expect.any(Number) as unknown,
          quantity: 2,
        },
      ],
      order: { id: order.id, order_number: order.order_number },
    });
    expect(story(told)).toEqual([
      ['created', 'visitor', null, null],
      ['status', 'staff', 'pending', 'quoted'],
      ['status', 'staff', 'quoted', 'pending'],
      ['converted', 'staff', 'pending', order.order_number],
    ]);
    expect(told.timeline.map((event) => event.user_id)).toEqual([
      uid('crm_user'),
      uid('admin'),
      uid('crm_user'),
      null,
    ]);
    expect(told.timeline[0]).toMatchObject({ subject: 'enquiry', number: enquiry_number });

    await change(
      `update orders set status = 'returned', payment_status = 'fully_paid' where id = '${order.id}'`,
    );
    const made = await call('order_record', { number: order.order_number });
    expect(made).toMatchObject({
      order_number: order.order_number,
      enquiry: { id: enquiry, enquiry_number },
      items: [{ name: 'Wing chair' }],
    });
    const later = [
      ['created', 'staff', enquiry_number, null],
      ['status', 'staff', 'confirmed', 'returned'],
      ['payment_status', 'staff', 'advance_received', 'fully_paid'],
    ];
    expect(story(made)).toHaveLength(7);
    expect(story(made)).toEqual(expect.arrayContaining([...story(told), ...later]));
  });

  test('is null for an unknown number or id', async () => {
    for (const name of ['enquiry_record', 'order_record', 'customer_record']) {
      expect(await call(name, { number: 'ENQ-99999' })).toBeNull();
      expect(await call(name, { id: randomUUID() })).toBeNull();
      expect(await call(name, {})).toBeNull();
    }
  });
});

describe('the record of a customer', () => {
  test('has all data about them', async () => {
    const { customer, enquiry } = await visit();
    const colleague = studio.ids.spareProfile;
    await change(`update customers set assigned_to = '${colleague}' where id = '${customer}'`);
    const order = await call<{ id: string; order_number: string }>('convert_enquiry_to_order', {
      id: enquiry,
    });
    const [sent] = await studio.db.owner<{ id: string }[]>`
      insert into contact_enquiries (customer_id, message) values (${customer}, 'Parking?') returning id`;
    await change(
      `insert into customer_notes (customer_id, note) values ('${customer}', '  Pays late ')`,
    );
    await change(
      `update contact_enquiries set handled_at = '2000-01-01' where id = '${sent?.id}'`,
      'admin',
    );
    await change(`update contact_enquiries set handled_at = now() where id = '${sent?.id}'`);
    const told = await call('customer_record', { id: customer });
    expect(told).toMatchObject({
      id: customer,
      assigned_to: colleague,
      open_enquiries: 0,
      enquiries_total: 1,
      orders_total: 1,
      messages_total: 1,
      unhandled_messages: 0,
      enquiries: [
        { id: enquiry, item_count: 1, order: { id: order.id, order_number: order.order_number } },
      ],
      orders: [{ id: order.id, item_count: 1, enquiry: { id: enquiry } }],
      messages: [{ message: 'Parking?', handled_by: uid('admin') }],
      notes: [{ note: 'Pays late', author: uid('crm_user') }],
    });
    const [message] = told.messages as { handled_at: string }[];
    expect(Date.parse(message?.handled_at ?? '')).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(told.timeline.map(({ what }) => what).toSorted()).toEqual(
      [
        'assigned',
        'converted',
        'created',
        'created',
        'created',
        'handled',
        'note_added',
        'received',
      ].toSorted(),
    );
    expect(told.timeline.find(({ what }) => what === 'assigned')).toMatchObject({
      from: null,
      to: colleague,
      to_name: 'crm_user',
    });
    await change(`update contact_enquiries set handled_at = null where id = '${sent?.id}'`);
    expect(await call('customer_record', { id: customer })).toMatchObject({
      unhandled_messages: 1,
      messages: [{ handled_at: null, handled_by: null, handled_name: null }],
    });
  });
});

describe('notes', () => {
  test('are written under one’s own name and removed by their author or an admin', async () => {
    const { customer } = await visit();
    const forged = `insert into customer_notes (customer_id, note, author)
      values ('${customer}', 'x', '${uid('admin')}')`;
    expect((await refusal(change(forged))).code).toBe('42501');
    for (const note of ['  ', 'x'.repeat(2001)]) {
      const added = change(
        `insert into customer_notes (customer_id, note) values ('${customer}', '${note}')`,
      );
      expect((await refusal(added)).code).toBe('23514');
    }
    for (const caller of ['admin', 'crm_user'] as const) {
      await change(
        `insert into customer_notes (customer_id, note) values ('${customer}', 'x')`,
        caller,
      );
    }
    const remove = (caller: CallerName) =>
      change(
        `delete from customer_notes where customer_id = '${customer}' returning author`,
        caller,
      );
    expect([...(await remove('crm_user'))]).toEqual([{ author: uid('crm_user') }]);
    expect([...(await remove('admin'))]).toEqual([{ author: uid('admin') }]);
    const { timeline } = await call('customer_record', { id: customer });
    expect(timeline.filter(({ what }) => what === 'note_deleted')).toHaveLength(2);
  });
});

describe('an edited note', () => {
  test('records time and editor; only its author or an admin may edit it', async () => {
    const { customer } = await visit();
    await change(
      `insert into customer_notes (customer_id, note) values ('${customer}', 'Pays late')`,
      'admin',
    );
    const edit = (note: string, caller: CallerName) =>
      change(
        `update customer_notes set note = '${note}' where customer_id = '${customer}' returning id`,
        caller,
      );
    const notes = async () => {
      const record = await call('customer_record', { id: customer });
      return record.notes as Record<string, unknown>[];
    };
    expect(await notes()).toMatchObject([{ edited_at: null, edited_by: null, editor_name: null }]);
    expect([...(await edit('Mine now', 'crm_user'))]).toEqual([]);
    expect(await edit('  Pays late  ', 'admin')).toHaveLength(1);
    expect(await notes()).toMatchObject([{ note: 'Pays late', edited_at: null }]);
    expect((await refusal(edit(' ', 'admin'))).code).toBe('23514');
    expect((await refusal(edit('x'.repeat(2001), 'admin'))).code).toBe('23514');
    expect(await edit(' Pays on time ', 'admin')).toHaveLength(1);
    expect(await notes()).toMatchObject([
      {
        note: 'Pays on time',
        author: uid('admin'),
        edited_at: expect.any(String) as unknown,
        edited_by: uid('admin'),
      },
    ]);
    for (const column of ['author', 'edited_at', 'edited_by', 'customer_id', 'created_at']) {
      const forged = change(`update customer_notes set ${column} = null`, 'admin');
      expect((await refusal(forged)).code).toBe('42501');
    }
    const { timeline } = await call('customer_record', { id: customer });
    expect(timeline.filter(({ what }) => what === 'note_edited')).toHaveLength(1);
  });

  test('by another author names the admin who edited it', async () => {
    const { customer } = await visit();
    await change(`insert into customer_notes (customer_id, note) values ('${customer}', 'x')`);
    await change(`update customer_notes set note = 'y' where customer_id = '${customer}'`, 'admin');
    expect(await call('customer_record', { id: customer })).toMatchObject({
      notes: [
        { note: 'y', author: uid('crm_user'), edited_by: uid('admin'), editor_name: 'admin' },
      ],
    });
  });
});

describe('the timeline', () => {
  test.each(['crm_user', 'admin', 'service_role'] as const)(
    'cannot be written by %s',
    async (caller) => {
      for (const statement of [
        `update crm_events set actor = 'visitor'`,
        `delete from crm_events`,
        `insert into crm_events (customer_id, subject, subject_id, actor, what)
        select id, 'customer', id, 'visitor', 'created' from customers limit 1`,
      ]) {
        expect((await refusal(change(statement, caller))).code).toBe('42501');
      }
    },
  );

  test('the tables of the CRM are published for live changes', async () => {
    const published = await studio.db.owner<{ tablename: string }[]>`
      select tablename from pg_publication_tables where pubname = 'supabase_realtime'`;
    expect(published.map(({ tablename }) => tablename)).toEqual(
      expect.arrayContaining([
        'customers',
        'enquiry_orders',
        'orders',
        'contact_enquiries',
        'customer_notes',
      ]),
    );
  });
});

describe('editing a customer', () => {
  const seen = async (customer: string) =>
    (await call('customer_record', { id: customer })).updated_at;
  const names = { first_name: ' Anu ', last_name: 'Rao', email: 'anu@example.test' };

  test('keeps the mobile; the activity names the fields, not their values', async () => {
    const { customer, mobile } = await visit();
    const told = await call('correct_customer', {
      id: customer,
      ...names,
      expected_updated_at: await seen(customer),
    });
    expect(told).toMatchObject({ first_name: 'Anu', email: 'anu@example.test', mobile });
    const { timeline, updated_at } = await call('customer_record', { id: customer });
    expect(updated_at).toBe(told.updated_at);
    expect(timeline[0]).toMatchObject({ what: 'corrected', to: 'first_name,email' });
    expect(JSON.stringify(timeline)).not.toMatch(/anu/i);
  });

  test('is refused after a concurrent edit, with the current values', async () => {
    const { customer } = await visit();
    const expected_updated_at = await seen(customer);
    const given = { id: customer, ...names, expected_updated_at };
    const answers = await Promise.all(
      [given, { ...given, first_name: 'Ben' }].map((each) =>
        call('correct_customer', each).then(
          ({ first_name }) => first_name,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(answers).toContain('PT409');
    const said = await refusal(call('correct_customer', given));
    expect(said).toMatchObject({ code: 'PT409', message: 'This customer was changed meanwhile.' });
    const { updated_at, first_name } = await call('customer_record', { id: customer });
    expect(JSON.parse(said.detail ?? '')).toMatchObject({ id: customer, updated_at, first_name });
    expect(answers).toContain(first_name);
  });

  test.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: 'x'.repeat(81) }, 'last_name', 'Last name must be at most 80 characters'],
    [{ email: 'anu' }, 'email', 'Please enter a valid email address'],
  ])('refuses %j', async (wrong, field, message) => {
    const { customer } = await visit();
    const said = await refusal(
      call('correct_customer', {
        id: customer,
        ...names,
        ...wrong,
        expected_updated_at: await seen(customer),
      }),
    );
    expect(said).toMatchObject({ code: 'PT422', message });
    expect(JSON.parse(said.detail ?? '')).toEqual({ field });
  });
});

describe('two people assign one lead', () => {
  test('and the second, who filters by the value they saw, updates no row', async () => {
    const { customer } = await visit();
    const { updated_at } = await call('customer_record', { id: customer });
    const assign = (to: string, caller: CallerName) =>
      change(
        `update customers set assigned_to = '${to}' where id = '${customer}' and updated_at = '${updated_at}' returning id`,
        caller,
      );
    const rows = await Promise.all([
      assign(uid('admin'), 'admin'),
      assign(uid('crm_user'), 'crm_user'),
    ]);
    expect(rows.map((each) => each.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const { timeline } = await call('customer_record', { id: customer });
    expect(timeline.filter(({ what }) => what === 'assigned')).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { committedAs, refusal, sqlState, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

type Order = Record<string, unknown> & { id: string; order_number: string };

const convert = (id: string | null, caller: CallerName = 'crm_user', db: Database = studio.db) =>
  committedAs(db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ made: Order }[]>`select convert_enquiry_to_order(${id}) as made`;
    if (!row) throw new Error('No answer.');
    return row.made;
  });

/** Makes an enquiry with two line items and returns its id. */
const enquire = async (status = 'pending') => {
  const [row] = await studio.db.owner<{ id: string }[]>`
    with made as (
      insert into enquiry_orders (customer_id, status, rental_from, rental_to, total_price, message,
        contact_first_name, contact_last_name, contact_email)
      values (${studio.ids.customer}, ${status}, '2030-02-01', '2030-02-03', 4500, 'Early, please',
        'Asha', 'R', 'as-sent@example.test') returning id
    ), lines as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, variant_id, quantity, price,
        rental_from, rental_to, position)
      select made.id, listed.*, '2030-02-01', '2030-02-03', 1 + (listed.quantity = 1)::int
      from made, (values ('prop', ${studio.ids.prop}::uuid, null::uuid, 2, 500.00),
        ('crew', (select id from crews limit 1), ${randomUUID()}::uuid, 1, 500.00)) as listed (type, id, variant, quantity, price)
    ) select id from made`;
  return row?.id ?? '';
};
const lines = (table: 'enquiry' | 'order', id: string) => studio.db.owner`
  select item_type, item_id, variant_id, quantity, price, rental_from, rental_to, rental_days, position
  from ${studio.db.owner(`${table}_items`)}
  where ${studio.db.owner(table === 'enquiry' ? 'enquiry_order_id' : 'order_id')} = ${id} order by position`;

describe('converting', () => {
  test('makes a confirmed order with all data of the enquiry', async () => {
    const id = await enquire();
    const order = await convert(id);
    const sql = studio.db.owner;
    const [stored] = await sql<
      { row: Order }[]
    >`select to_jsonb(o) as row from orders o where id = ${order.id}`;
    expect(order).toEqual(stored?.row);
    expect(order).toMatchObject({
      order_number: expect.stringMatching(/^ORD-\d{5}$/),
      customer_id: studio.ids.customer,
      enquiry_order_id: id,
      status: 'confirmed',
      payment_status: 'advance_received',
      rental_from: '2030-02-01',
      rental_to: '2030-02-03',
      rental_days: 3,
      total_price: 4500,
      message: 'Early, please',
      contact_first_name: 'Asha',
      contact_last_name: 'R',
      contact_email: 'as-sent@example.test',
    });
    const copied = await lines('order', order.id);
    expect(copied).toHaveLength(2);
    expect(copied).toEqual(await lines('enquiry', id));
    const [enquiry] = await sql`select status from enquiry_orders where id = ${id}`;
    expect(enquiry?.status).toBe('converted');
  });

  test('twice is refused and names the order', async () => {
    const id = await enquire();
    const { order_number } = await convert(id, 'admin');
    const said = await refusal(convert(id));
    expect(said).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(
        new RegExp(`^Enquiry ENQ-\\d{5} was already converted to order ${order_number}\\.$`),
      ),
    });
    expect(JSON.parse(said.detail ?? '')).toEqual({ order_number });
  });

  test('needs a pending enquiry that exists', async () => {
    const id = await enquire('on_hold');
    expect(await refusal(convert(id))).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(
        /^Only a pending enquiry can be converted; ENQ-\d{5} is "On hold"\.$/,
      ),
    });
    for (const unknown of [randomUUID(), null]) {
      expect(await refusal(convert(unknown))).toMatchObject({ code: 'PT404' });
    }
    expect(await lines('order', id)).toEqual([]);
  });

  test.each(['anon', 'no profile', 'inventory_user', 'service_role'] as const)(
    'is refused to %s without revealing whether the enquiry exists',
    async (caller) => {
      const [known, unknown] = [await enquire(), randomUUID()];
      const said = await Promise.all([known, unknown].map((id) => refusal(convert(id, caller))));
      expect(said.map(({ code }) => code)).toEqual(['42501', '42501']);
      expect(said[0]).toEqual(said[1]);
    },
  );
});

describe('500 concurrent calls', () => {
  let crowd: Database | null = null;
  beforeAll(async () => {
    crowd = await openDatabase(studio.owner, { requestConnections: 48 });
  });
  afterAll(() => crowd?.close());

  test('make one order', async () => {
    const db = crowd;
    if (!db) throw new Error('No connections.');
    const id = await enquire();
    const calls = Array.from({ length: 500 }, (_, n) =>
      convert(id, n % 2 ? 'admin' : 'crm_user', db).then((order) => order.order_number, sqlState),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === 'PT409')).toHaveLength(499);
    const orders = await studio.db.owner<{ order_number: string; items: number }[]>`
      select order_number, (select count(*)::int from order_items where order_id = orders.id) as items
      from orders where enquiry_order_id = ${id}`;
    expect(orders).toEqual([
      { order_number: answers.find((answer) => answer !== 'PT409'), items: 2 },
    ]);
  });
});

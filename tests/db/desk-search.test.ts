import { beforeAll, describe, expect, test } from 'vitest';
import { useStaffStock } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, item } = useStaffStock();

interface Found {
  what: string;
  id: string;
  number: string;
  title: string;
  mobile: string | null;
  status: string | null;
  active: boolean;
}

const find = (q: string, caller?: CallerName, size = 12) =>
  call<Found[]>('search_desk', { q, size }, caller);
const inShort = async (q: string, caller?: CallerName) =>
  (await find(q, caller)).map(({ what, number }) => `${what} ${number}`);

const made = { customer: '', order: '', enquiry: '', converted: '', prop: '', propId: '' };

beforeAll(async () => {
  const sql = studio.db.owner;
  const [customer] = await sql<{ id: string; number: string }[]>`
    insert into customers (first_name, last_name, mobile, email)
    values ('Zubeida', 'Quazi', '+919812300777', 'zubeida@example.in')
    returning id, customer_number as number`;
  const [enquiry, converted] = await sql<{ id: string; number: string }[]>`
    insert into enquiry_orders (customer_id, total_price) select ${customer!.id}, 1 from generate_series(1, 2)
    returning id, enquiry_number as number`;
  const [order] = await sql<{ number: string }[]>`
    insert into orders (customer_id, enquiry_order_id, total_price) values (${customer!.id}, ${converted!.id}, 1)
    returning order_number as number`;
  await sql`update enquiry_orders set status = 'converted' where id = ${converted!.id}`;
  const propId = await item(1);
  const [prop] = await sql<{ code: string }[]>`
    update props set name = 'Zubeida brass lamp' where id = ${propId} returning prop_id as code`;
  Object.assign(made, {
    customer: customer!.number,
    order: order!.number,
    enquiry: enquiry!.number,
    converted: converted!.number,
    prop: prop!.code,
    propId,
  });
});

describe('search_desk', () => {
  test.each(['+91 98123 00777', '9812300777', '098123-00777', '+919812300777'])(
    'finds %s, with the newest order and open enquiry',
    async (mobile) => {
      expect(await inShort(mobile)).toEqual([
        `customer ${made.customer}`,
        `order ${made.order}`,
        `enquiry ${made.enquiry}`,
      ]);
    },
  );

  test('finds a record by its number, however it is written', async () => {
    const digits = Number(made.order.slice(4));
    for (const q of [made.order, made.order.toLowerCase(), `ord ${digits}`, `ord${digits}`]) {
      expect((await inShort(q))[0]).toBe(`order ${made.order}`);
      expect((await inShort(q)).every((one) => !one.startsWith('enquiry'))).toBe(true);
    }
    expect(await inShort(String(digits))).toContain(`order ${made.order}`);
    expect((await inShort(made.converted))[0]).toBe(`enquiry ${made.converted}`);
    expect((await inShort(made.customer))[0]).toBe(`customer ${made.customer}`);
    expect((await inShort(made.prop))[0]).toBe(`item ${made.prop}`);
  });

  test('finds customers and items by part of a name, the beginning of a name first', async () => {
    const sql = studio.db.owner;
    await sql`insert into props (name, price, quantity) values ('Lamp of zubeida', 1, 1)`;
    const found = await find('zubeida');
    expect(found[0]).toMatchObject({ what: 'customer', title: 'Zubeida Quazi' });
    const items = found.filter(({ what }) => what === 'item').map(({ title }) => title);
    expect(items).toEqual(['Zubeida brass lamp', 'Lamp of zubeida']);
    expect((await find('beida qua')).map(({ title }) => title)).toContain('Zubeida Quazi');
  });

  test('takes wildcards as text and finds nothing for an empty text', async () => {
    expect(await find('%')).toEqual([]);
    expect(await find('___')).toEqual([]);
    expect(await find('  ')).toEqual([]);
  });

  test('shows inventory staff items only', async () => {
    expect(await inShort('zubeida', 'inventory_user')).toContain(`item ${made.prop}`);
    for (const q of ['zubeida', '9812300777', made.order, made.customer]) {
      const found = await find(q, 'inventory_user');
      expect(found.filter(({ what }) => what !== 'item')).toEqual([]);
    }
    for (const caller of ['anon', 'no profile'] as const) {
      expect(await said('search_desk', { q: 'zubeida' }, caller)).toMatchObject({ code: '42501' });
    }
  });

  test('leaves archived items out, and marks those that are switched off', async () => {
    const sql = studio.db.owner;
    await sql`update props set active = false where id = ${made.propId}`;
    expect((await find(made.prop))[0]).toMatchObject({ number: made.prop, active: false });
    await sql`update items set archived_at = now() where id = ${made.propId}`;
    expect(await inShort(made.prop)).not.toContain(`item ${made.prop}`);
    await sql`update items set archived_at = null where id = ${made.propId}`;
  });

  test('finds a piece by its code', async () => {
    const code = `${made.prop}-07`;
    await studio.db.owner`
      insert into item_pieces (item_id, number, code) values (${made.propId}, 7, ${code})`;
    expect((await inShort(code.toLowerCase()))[0]).toBe(`piece ${code}`);
    expect(await inShort(`${made.prop}-0`, 'inventory_user')).toContain(`piece ${code}`);
    await studio.db.owner`update item_pieces set retired_at = now() where code = ${code}`;
    expect(await inShort(code)).toEqual([]);
  });

  test('leads from a merged customer to the one that remains', async () => {
    const sql = studio.db.owner;
    await sql`
      insert into customers (first_name, last_name, merged_into, mobile)
      select 'Former', 'Qzname', id, '+919812300778' from customers where customer_number = ${made.customer}`;
    for (const q of ['former qzname', '9812300778']) {
      expect((await inShort(q))[0]).toBe(`customer ${made.customer}`);
    }
  });

  test('returns at most size rows, and refuses a wrong size', async () => {
    expect(await find('zubeida', 'crm_user', 2)).toHaveLength(2);
    for (const size of [0, 21]) {
      expect(await said('search_desk', { q: 'a', size })).toMatchObject({ code: 'PT400' });
    }
  });

  test('uses indexes', async () => {
    const plan = await studio.db.owner.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(
        `explain select id from items where lower(name) like '%lamp%'`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('items_name_search_idx');
  });
});

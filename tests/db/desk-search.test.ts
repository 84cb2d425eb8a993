import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { today } from './enquiry.ts';
import { nestedPlans, nodesOf } from './nested-plans.ts';
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

  test('finds names without apostrophes, in any order and with typing errors', async () => {
    await studio.db.owner`
      insert into customers (first_name, last_name, mobile) values ('Lia', $$D'Qsouza$$, '+919812300779')`;
    for (const q of ['dqsouza', "d'qsouza", 'd’qsouza lia', 'dqsuoza', 'dqsoza lia']) {
      expect({ q, found: (await find(q))[0] }).toMatchObject({
        q,
        found: { what: 'customer', title: "Lia D'Qsouza" },
      });
    }
    expect(await find('dqsuoza', 'inventory_user')).toEqual([]);
  });

  test('finds a name with a word of two letters among more than are compared', async () => {
    await studio.db.owner`
      insert into customers (first_name, last_name, mobile)
      select 'Qshort', case n when 1200 then 'Zz' else 'Aa' end, '+917310' || lpad(n::text, 6, '0')
      from generate_series(1, 1200) as n`;
    expect(await find('qshort zz')).toMatchObject([{ what: 'customer', title: 'Qshort Zz' }]);
  });

  test('finds items by words in any order, with typing errors, but no number by them', async () => {
    await studio.db.owner`update props set active = true where id = ${made.propId}`;
    for (const q of ['lamp zubeida brass', 'zubieda brass lmap']) {
      expect(await inShort(q)).toContain(`item ${made.prop}`);
      expect(await inShort(q, 'inventory_user')).toContain(`item ${made.prop}`);
    }
  });

  test('puts an item with the text in one piece before those that have its words', async () => {
    await studio.db.owner`
      insert into props (name, price, quantity) values ('2 m Qzrig Backdrop Stand', 1, 1), ('20-inch C-Qzrig', 1, 1)`;
    expect((await find('c qzrig')).map(({ title }) => title)).toEqual([
      '20-inch C-Qzrig',
      '2 m Qzrig Backdrop Stand',
    ]);
  });

  test('finds a document by its number and parts of it', async () => {
    const sql = studio.db.owner;
    const [document] = await sql<{ id: string }[]>`
      insert into documents (kind, state, order_id, customer_id, fy, sequence, number, date, valid_until, frozen, template,
        hash, issued_at)
      select 'quote', 'issued', made.id, made.customer_id, '26-27', 4711, 'QT/26-27/4711', '2026-12-01', '2026-12-09', '{}',
        1, '\\x00', now()
      from orders as made where order_number = ${made.order} returning id`;
    for (const q of ['QT/26-27/4711', 'qt/26-27/47', '26-27/4711', 'qt 4711', '4711', '04711']) {
      expect(await find(q)).toContainEqual(
        expect.objectContaining({
          what: 'document',
          id: document!.id,
          number: 'QT/26-27/4711',
          title: 'Zubeida Quazi',
          status: 'Quote',
          rental_from: '2026-12-01',
        }),
      );
      expect(await find(q, 'inventory_user')).toEqual([]);
    }
    for (const q of ['inv 4711', '25-26/4711', '4712', 'qt/26-27/48']) {
      expect((await inShort(q)).filter((one) => one.startsWith('document'))).toEqual([]);
    }
  });

  test('finds the orders and enquiries that have an item next', async () => {
    const sql = studio.db.owner;
    const [order] = await sql<{ number: string }[]>`
      with made as (
        insert into orders (customer_id, total_price, rental_from, rental_to)
        select id, 1, ${today(3)}, ${today(4)} from customers where customer_number = ${made.customer}
        returning id, order_number
      ), line as (
        insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
        select id, 'prop', ${made.propId}, 1, 1, ${today(3)}, ${today(4)}, 1 from made
      ) select order_number as number from made`;
    expect(await find('brass zubeida lamp')).toContainEqual(
      expect.objectContaining({
        what: 'order',
        number: order!.number,
        item: 'Zubeida brass lamp',
        title: 'Zubeida Quazi',
      }),
    );
    for (const found of await find('brass zubeida lamp', 'inventory_user')) {
      expect(found).toMatchObject({ what: 'item' });
    }
  });

  test('returns at most size rows, and refuses a wrong size', async () => {
    expect(await find('zubeida', 'crm_user', 2)).toHaveLength(2);
    for (const size of [0, 21]) {
      expect(await said('search_desk', { q: 'a', size })).toMatchObject({ code: 'PT400' });
    }
  });

  test.each(['lamp zubeida brass', 'dqsuoza lia', 'inv/26-27/0012', '4711', '98123', 'prp-0000'])(
    '%s reads tables by their indexes',
    async (q) => {
      const claims = JSON.stringify(studio.who('crm_user'));
      const run = (sql: TransactionSql) => sql`select search_desk(${q})`;
      const statements = await nestedPlans(
        inject('postgres'),
        studio.owner.database,
        async (sql) => {
          // why: a few rows are read as fast without an index.
          await sql`set local enable_seqscan = off`;
          await sql`select set_config('request.jwt.claims', ${claims}, true)`;
          await run(sql);
        },
        run,
      );
      const nodes = statements.flatMap(({ Plan }) => nodesOf(Plan));
      expect(nodes.length).toBeGreaterThan(20);
      const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      const large =
        'customers orders enquiry_orders documents items item_pieces order_items enquiry_items';
      expect(read.filter((node) => large.split(' ').includes(node['Relation Name'] ?? ''))).toEqual(
        [],
      );
    },
  );
});

// @module-tag long
import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { beforeAll, expect, inject, test } from 'vitest';
import { nestedPlans, rowsRead } from './nested-plans.ts';
import { useStudio } from './studio.ts';

const studio = useStudio();

const ITEMS = 3000;

beforeAll(async () => {
  const sql = studio.db.owner;
  await sql`insert into props (name, price, quantity) select 'Prop ' || n, 100, 3 from generate_series(1, ${ITEMS}) as n`;
  await sql`insert into private.item_days (item_id, day, room, booked, held, short)
    select id, private.today() + 30 + day, 3, 1, 0, 0
    from (select id from items where kind = 'prop' limit 1000) as item cross join generate_series(1, 5) as day`;
  await sql`analyze`;
});

/** An enquiry for three props on three days. */
async function enquire(sql: TransactionSql): Promise<string> {
  const id = randomUUID();
  await sql`insert into enquiry_orders (id, customer_id, rental_from, rental_to, total_price)
    values (${id}, ${studio.ids.customer}, private.today() + 30, private.today() + 32, 900)`;
  await sql`insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
    select ${id}, 'prop', item.id, 1, 100, private.today() + 30, private.today() + 32, row_number() over ()
    from (select id from items where kind = 'prop' and active and quantity = 3 order by md5(id || ${id}) limit 3) as item`;
  return id;
}

const convert = (sql: TransactionSql, id: string) => sql`select convert_enquiry_to_order(${id})`;

test('a booking of three lines runs few statements and reads its own rows only', async () => {
  let last = '';
  const ran = await nestedPlans(
    inject('postgres'),
    studio.owner.database,
    async (sql) => {
      const ids = [await enquire(sql), await enquire(sql)];
      const claims = JSON.stringify(studio.who('crm_user'));
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await convert(sql, ids[0] ?? '');
      last = ids[1] ?? '';
    },
    (sql) => convert(sql, last),
  );
  for (const table of ['items', 'item_days', 'reservations', 'orders', 'order_items']) {
    expect([table, rowsRead(ran, table)]).toEqual([
      table,
      expect.toSatisfy((n: number) => n < 100),
    ]);
  }
  // Texts that a trigger puts together are planned anew by each booking.
  const planned = ran.filter((statement) =>
    /(?:as told \(created_at|as changed \(customer_id|, change_id, more)/.test(
      statement['Query Text'],
    ),
  );
  expect(planned).toEqual([]);
  expect(ran.length).toBeLessThan(140);
});

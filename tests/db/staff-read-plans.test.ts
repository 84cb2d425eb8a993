import type { TransactionSql } from 'postgres';
import { beforeAll, expect, inject, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { lookUps, nestedPlans, rowsRead, type RunStatement } from './nested-plans.ts';
import { useStudio } from './studio.ts';

const studio = useStudio();

/** Orders of two lines: these many begin each day, from 100 days ago to 300 days ahead. */
const A_DAY = 20;
const [BACK, AHEAD] = [100, 300];
const ORDERS = A_DAY * (BACK + AHEAD);

beforeAll(async () => {
  const sql = openPool(
    { ...inject('postgres').admin, database: studio.owner.database },
    { max: 1, name: 'tests' },
  );
  await sql`insert into props (name, price, quantity) select 'Prop ' || n, 100, 1000 from generate_series(1, 200) as n`;
  await sql.begin(async (tx) => {
    // why: statements' triggers would take minutes; what is read here is written as they would.
    await tx`set local session_replication_role = replica`;
    await tx`insert into customers (id, customer_number, first_name, last_name, mobile, assigned_to)
      select md5('customer' || n)::uuid, 'CUS-' || 50000 + n, 'Asha', 'Rao', '+919' || lpad(n::text, 9, '0'), ${studio.who('admin').sub ?? null}
      from generate_series(1, 3000) as n`;
    await tx`insert into private.lead_figures (customer_id) select md5('customer' || n)::uuid from generate_series(1, 3000) as n`;
    await tx`insert into orders (id, customer_id, order_number, status, rental_from, rental_to, total_price, created_at)
      select md5('order' || n)::uuid, md5('customer' || 1 + n % 3000)::uuid, 'ORD-' || 50000 + n,
        case when first + 1 < today then 'completed' when first <= today then 'in_progress' else 'confirmed' end,
        first, first + 1, 400, now() - (${ORDERS} - n) * interval '1 minute'
      from generate_series(0, ${ORDERS} - 1) as n cross join (select private.today() as today) as clock
        cross join lateral (select today - ${BACK}::integer + n / ${A_DAY}::integer as first) as days`;
    await tx`insert into order_items (id, order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
      select md5('line' || made.id || line)::uuid, made.id, 'prop', item.id, 1, 100, made.rental_from, made.rental_to, line
      from orders as made cross join generate_series(1, 2) as line
        join (select id, row_number() over (order by code) as place from items where kind = 'prop') as item
          on item.place = 1 + (substr(made.order_number, 5)::integer + line) % 200
      where made.order_number >= 'ORD-50000'`;
    await tx`insert into reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, order_id, line_from,
        line_to, handed_over)
      select line.item_id, 1, 'rental', state.status, daterange(line.rental_from, line.rental_to, '[]'),
        daterange(line.rental_from, line.rental_to, '[]'), line.id, made.id, line.rental_from,
        line.rental_to, case state.status when 'out' then 1 end
      from order_items as line join orders as made on made.id = line.order_id
        cross join lateral (select case made.status when 'completed' then 'returned' when 'in_progress' then 'out' else 'booked' end as status) as state
      where made.order_number >= 'ORD-50000'`;
  });
  await sql`analyze`;
  await sql.end();
});

/** The statements of a call by an admin, once its plans are cached. */
function ran(call: string): Promise<RunStatement[]> {
  const run = (sql: TransactionSql) => sql.unsafe(`select ${call}`);
  return nestedPlans(
    inject('postgres'),
    studio.owner.database,
    async (sql) => {
      const claims = JSON.stringify(studio.who('admin'));
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await run(sql);
    },
    run,
  );
}

test('the dashboard counts what is due, unassigned and unanswered along indexes that hold just that', async () => {
  const statements = await ran('dashboard_figures()');
  expect(rowsRead(statements, 'orders')).toBeLessThan(5 * A_DAY);
  expect(rowsRead(statements, 'customers')).toBeLessThan(20);
  expect(rowsRead(statements, 'lead_figures')).toBeLessThan(20);
});

test.each([
  [
    'on their rental days',
    'search_orders(rental_from => private.today(), rental_to => private.today() + 6)',
    8,
  ],
  ['whose return is due', `search_orders(show => 'due')`, 1],
  ['that are out', `search_orders(show => 'out')`, 2],
])('orders %s are found without reading the newest first', async (_, call, days) => {
  expect(rowsRead(await ran(call), 'orders')).toBeLessThan(3 * days * A_DAY + 100);
});

test('Today counts the pieces of all orders at once', async () => {
  const statements = await ran('due_today()');
  const lists = statements.filter(({ 'Query Text': text }) =>
    text.includes('order_movement_lines'),
  );
  expect(lists).toHaveLength(1);
  // The lines of three days begin or end today, or are out. They are read with their orders, for the list and for its
  // pieces; those that are found without their order are few.
  expect(rowsRead(statements, 'order_items')).toBeLessThan(2 * 2 * 3 * A_DAY);
  expect(lookUps(statements, 'order_items_pkey')).toBeLessThan(A_DAY);
  expect(rowsRead(statements, 'orders')).toBeLessThan(3 * 3 * A_DAY);
});

test('a week of the calendar by orders reads each of its orders and lines once for the list', async () => {
  const statements = await ran(`timeline('orders', private.today(), 7)`);
  const list = statements.find(({ 'Query Text': text }) =>
    text.includes('order by first_day, number, id limit'),
  );
  expect(list).toBeDefined();
  const read = (table: string) => rowsRead(list ? [list] : [], table);
  expect(read('orders')).toBeLessThanOrEqual(8 * A_DAY);
  expect(read('order_items')).toBeLessThanOrEqual(8 * 2 * A_DAY);
  expect(lookUps(list ? [list] : [], 'order_items_pkey')).toBeLessThan(A_DAY);
});

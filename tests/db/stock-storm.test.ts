// @module-tag long
// @module-tag version
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { useStock } from './stock.ts';
import { sqlState } from './studio.ts';

const stock = useStock();
const CONNECTIONS = 32;
const OPERATIONS = 600;

/** Random numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `PT409 not_free`, `PT409 not_here`, `PT409 busy`, or another SQLSTATE. */
const outcomeOf = (error: unknown): string =>
  [sqlState(error), /"reason": "(\w+)"/.exec((error as { detail?: string }).detail ?? '')?.[1]]
    .filter(Boolean)
    .join(' ');

/** Everything that writes stock, each as one statement or transaction. */
function operations(
  sql: Sql,
  items: string[],
  enquiryItems: string[],
  random: (n: number) => number,
) {
  const orders: string[] = [];
  const item = () => items[random(items.length)]!;
  const order = () => orders[random(orders.length)] ?? null;
  const days = () => {
    const first = new Date(Date.UTC(2030, 0, 7 + random(12))).toISOString().slice(0, 10);
    const last = new Date(Date.parse(first) + random(4) * 86_400_000).toISOString().slice(0, 10);
    return { from: first, to: last };
  };
  const range = ({ from, to } = days()) => `[${from},${to}]`;
  const setStatus = (status: string) =>
    sql`update orders set status = ${status} where id = ${order()}`;
  // In the order of ids: a table's rows are not locked in any order by themselves.
  const setQuantity = (quantity: number, ids: string[]) => sql`
    with listed as materialized (
      select id from props where id = any (${ids}) order by id for no key update
    )
    update props set quantity = ${quantity} from listed where props.id = listed.id`;
  const book = async () => {
    // In any order of items, so that locks in the order of lines would form a cycle.
    const lines = Array.from({ length: 3 }, () => ({
      item: item(),
      quantity: 1 + random(2),
      ...days(),
    }));
    orders.push(await stock.order(lines, random(4) > 0 ? 'confirmed' : 'in_progress', sql));
  };
  return [
    book,
    book,
    book,
    book,
    () => setStatus('cancelled'),
    () => setStatus('confirmed'),
    () => setStatus('in_progress'),
    () => setStatus('returned'),
    () => setQuantity(random(7), [item(), item()]),
    () => setQuantity(5, [item(), item(), item()]),
    () => sql`insert into reservations (item_id, quantity, kind, status, rented, blocked)
      select id, 1, ${random(2) ? 'out_of_service' : 'sub_rental'}, 'booked', d.days, d.days
      from items, (values (${range()}::daterange)) as d (days) where id = any (${[item(), item()]})`,
    () => sql`update reservations set status = 'released' where id = (
      select id from reservations where kind in ('out_of_service', 'sub_rental') and status = 'booked'
      order by id limit 1 offset ${random(5)})`,
    () => sql`insert into reservations
        (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
      select item_id, 1, 'hold', 'held', d.days, d.days, id, clock_timestamp() + ${random(80)}::integer * interval '1 ms'
      from enquiry_items, (values (${range()}::daterange)) as d (days)
      where id = any (${[enquiryItems[random(20)]!, enquiryItems[random(20)]!]})`,
    () =>
      sql`update order_items set rental_to = rental_to + ${random(3)}::integer where order_id = ${order()}`,
    () => sql`update order_items set quantity = quantity % 3 + 1 where order_id = ${order()}`,
    () => sql`delete from order_items where order_id = ${order()} and position = ${random(3)}`,
    () => sql`delete from orders where id = ${order()}`,
    () =>
      sql`with gone as (delete from props where id = ${items[0]!} returning id) select from gone`,
    () =>
      sql`insert into props (id, name, quantity) values (${items[0]!}, 'Back', 4) on conflict do nothing`,
  ];
}

test(`${CONNECTIONS} connections: no deadlock, no over-promise, no drift`, async () => {
  const items = await Promise.all(Array.from({ length: 20 }, () => stock.item(5)));
  const [kit, chair] = [items[18]!, items[3]!];
  await stock.sql`insert into item_components values (${kit}, ${chair}, 2), (${kit}, ${items[7]!}, 1)`;
  const enquiryItems = await Promise.all(items.map((each) => stock.enquiryItem(each)));
  const pool = openPool(stock.studio.owner, { max: CONNECTIONS, name: 'storm' });
  const listed = operations(pool, items, enquiryItems, numbers(7));
  const pick = numbers(11);
  const outcomes: Record<string, number> = {};
  let started = 0;
  const worker = async () => {
    while (started < OPERATIONS) {
      started += 1;
      const outcome = await listed[pick(listed.length)]!().then(() => 'done', outcomeOf);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await pool.end();
  const {
    done = 0,
    'PT409 not_free': refused = 0,
    'PT409 not_here': _away = 0,
    'PT409 busy': busy = 0,
    ...others
  } = outcomes;
  expect(others).toEqual({});
  // Busy: one line was changed while its order was deleted.
  expect(busy).toBeLessThan(OPERATIONS / 50);
  expect(refused).toBeGreaterThan(0);
  expect(done).toBeGreaterThan(OPERATIONS / 2);
  // Also deadlocks that ended as "busy".
  const [database] =
    await stock.sql`select deadlocks::integer from pg_stat_database where datname = current_database()`;
  expect(database).toEqual({ deadlocks: 0 });
  expect(await stock.drift()).toEqual([]);
  const [recounted] = await stock.sql`select private.recount_stock() as differing`;
  expect(recounted).toEqual({ differing: 0 });
});

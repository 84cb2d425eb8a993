// @module-tag long
import { beforeAll, afterAll, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { committed, enquiry } from './enquiry.ts';

const home = useDatabase();

/** Enough connections for calls to overlap in the database. */
let crowd: Database | null = null;
beforeAll(async () => {
  crowd = await openDatabase(home.owner, { requestConnections: 64 });
});
afterAll(() => crowd?.close());

test('500 enquiries from 100 mobiles, each sent twice concurrently: 500 enquiries, 100 customers, all items', async () => {
  const db = crowd;
  if (!db) throw new Error('No connections.');
  const items = await db.owner<{ id: string; price: number }[]>`
    insert into props (name, price) select 'Prop ' || n, n from generate_series(1, 12) n
    returning id, price::float8`;
  const sent = Array.from({ length: 500 }, (_, n) =>
    enquiry({
      mobile: `+9198${String(10_000_000 + (n % 100))}`,
      first_name: `Visitor ${n}`,
      // In a different order each time, so that locks per item would be taken in a cycle.
      items: items
        .map((item, at) => ({ type: 'prop', ...item, quantity: 1 + ((n + at) % 3) }))
        .slice(n % 5)
        .toSorted((a, b) => ((n % 2 === 0) === a.id < b.id ? -1 : 1)),
    }),
  );
  const twins = [...sent, ...sent.toReversed()];
  const answers = await Promise.all(twins.map((each) => committed(db, { role: 'anon' }, each)));

  const byKey = new Map<string | null, Set<string>>();
  answers.forEach((answer, at) => {
    const key = twins[at]?.idempotency_key ?? null;
    // Each call has a link of its own.
    const same = { ...answer, link: '' };
    byKey.set(key, (byKey.get(key) ?? new Set()).add(JSON.stringify(same)));
  });
  expect(byKey.size).toBe(500);
  expect([...byKey.values()].filter((same) => same.size !== 1)).toEqual([]);
  expect(new Set(answers.map((answer) => answer.enquiry_number)).size).toBe(500);

  const [counted] = await db.owner`
    select (select count(*)::int from enquiry_orders) as enquiries,
      (select count(distinct enquiry_number)::int from enquiry_orders) as numbers,
      (select count(*)::int from customers) as customers,
      (select count(*)::int from enquiry_items) as items,
      (select count(*)::int from private.idempotency_keys where response is not null) as keys`;
  expect(counted).toEqual({
    enquiries: 500,
    numbers: 500,
    customers: 100,
    items: sent.reduce((sum, { items: lines }) => sum + (lines as unknown[]).length, 0),
    keys: 500,
  });
  const wrong = await db.owner`
    select o.enquiry_number from enquiry_orders o
      join customers c on c.id = o.customer_id,
      lateral (select sum(price * quantity) * o.rental_days as total from enquiry_items i
        where i.enquiry_order_id = o.id) as lines
    where lines.total is distinct from o.total_price
      or c.mobile <> '+9198' || (10000000 + substr(o.contact_first_name, 9)::int % 100)`;
  expect(wrong).toEqual([]);
});

import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOrder, attempt } from '#tests/support/availability-scene.ts';
import { dateOf, dayOf, spanOf } from '#tests/support/availability-model.ts';
import { useDatabase } from '#tests/support/database.ts';

/**
 * Days are the studio's, whatever the clock and time zone of server and session. The functions run at
 * any moment here: clock_timestamp(), statement_timestamp() and now() of functions and views read the setting test.clock.
 */
const home = useDatabase();
const ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'];
let lamp = '';

beforeAll(async () => {
  const sql = home.db.owner;
  const [made] = await sql<[{ id: string }]>`
    insert into props (name, price, quantity) values ('Lamp', 100, 1) returning id`;
  lamp = made.id;
  await sql.unsafe(`create function private.test_clock() returns timestamptz
    language sql volatile set search_path = '' as $$
      select coalesce(nullif(pg_catalog.current_setting('test.clock', true), '')::timestamptz,
        pg_catalog.clock_timestamp()) $$`);
  const functions = await sql<{ body: string }[]>`
    select pg_get_functiondef(oid) as body from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ '\\m(clock_timestamp|statement_timestamp|now)\\(\\)' and proname <> 'test_clock'`;
  const views = await sql<{ body: string }[]>`
    select format('create or replace view %s with (security_invoker = true) as %s', oid::regclass,
      pg_get_viewdef(oid)) as body
    from pg_class where relkind = 'v'
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_get_viewdef(oid) ~ '\\m(clock_timestamp|statement_timestamp|now)\\(\\)'`;
  for (const { body } of [...functions, ...views])
    await sql.unsafe(
      body.replaceAll(/\b(clock_timestamp|statement_timestamp|now)\(\)/g, 'private.test_clock()'),
    );
});

/** Runs at that moment in that time zone, and rolls it back. */
async function at<T>(
  moment: string,
  zone: string,
  run: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const told: T[] = [];
  const undone = new Error('rolled back');
  await home.db.owner
    .begin(async (tx) => {
      await tx`select set_config('test.clock', ${moment}, true), set_config('TimeZone', ${zone}, true)`;
      told.push(await run(tx));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return told[0] as T;
}

const want = (first: string, last: string) => ({
  item: lamp,
  quantity: 1,
  rented: spanOf(first, last),
});
type Told = { free: number; of: number; next_free: string | null };
const ask = async (sql: TransactionSql, first: string, last: string): Promise<Told> => {
  const [row] = await sql<[{ told: [Told] }]>`
    select availability(${first}::text::date, ${last}::text::date,
      jsonb_build_array(jsonb_build_object('type', 'prop', 'id', ${lamp}::text, 'quantity', 1))) as told`;
  const { free, of, next_free } = row.told[0];
  return { free, of, next_free };
};

describe.each(ZONES)('a session in %s', (zone) => {
  test('begins the day at midnight in Kolkata, 18:30 UTC', async () => {
    const todayAt = (moment: string) =>
      at(moment, zone, async (sql) => (await sql`select private.today()::text as day`)[0]?.['day']);
    expect([await todayAt('2026-12-13 18:29Z'), await todayAt('2026-12-13 18:31Z')]).toEqual([
      '2026-12-13',
      '2026-12-14',
    ]);
    expect([await todayAt('2026-12-31 18:29Z'), await todayAt('2026-12-31 18:31Z')]).toEqual([
      '2026-12-31',
      '2027-01-01',
    ]);
    expect([await todayAt('2028-02-28 18:31Z'), await todayAt('2028-02-29 18:31Z')]).toEqual([
      '2028-02-29',
      '2028-03-01',
    ]);
  });

  test.each([
    ['2026-12-13 18:29Z', '2026-12-13'],
    ['2026-12-13 18:31Z', '2026-12-14'],
    ['2026-12-31 18:31Z', '2027-01-01'],
    ['2028-02-28 18:31Z', '2028-02-29'],
  ])('at %s books and shows %s as today, and refuses the day before', async (moment, today) => {
    const yesterday = dateOf(dayOf(today) - 1);
    const tomorrow = dateOf(dayOf(today) + 1);
    await at(moment, zone, async (sql) => {
      const past = sql.savepoint((inner) => ask(inner, yesterday, today));
      await expect(past).rejects.toMatchObject({ code: 'PT400' });
      expect(await ask(sql, today, today)).toEqual({ free: 1, of: 1, next_free: today });
      await addOrder(sql, [want(today, today)]);
      expect(await ask(sql, today, today)).toEqual({ free: 0, of: 1, next_free: tomorrow });
      expect(await ask(sql, tomorrow, tomorrow)).toEqual({ free: 1, of: 1, next_free: tomorrow });
      const stored =
        await sql`select day::text, room, booked from private.item_days where item_id = ${lamp}`;
      expect([...stored]).toEqual([{ day: today, room: 1, booked: 1 }]);
    });
  });

  test('over the leap day and the year’s end no day is lost or doubled', async () => {
    await at('2027-12-01 06:00Z', zone, async (sql) => {
      await addOrder(sql, [want('2027-12-30', '2028-01-02'), want('2028-02-28', '2028-03-01')]);
      const stored = await sql<{ day: string }[]>`
        select day::text from private.item_days where item_id = ${lamp} order by 1`;
      expect(stored.map(({ day }) => day)).toEqual([
        '2027-12-30',
        '2027-12-31',
        '2028-01-01',
        '2028-01-02',
        '2028-02-28',
        '2028-02-29',
        '2028-03-01',
      ]);
      const told = await sql<[{ answer: { days: { day: string; free: number }[] } }]>`
        select item_calendar('prop', ${lamp}, '2028-02-27', 5) as answer`;
      expect(told[0].answer.days).toEqual([
        { day: '2028-02-28', free: 0 },
        { day: '2028-02-29', free: 0 },
        { day: '2028-03-01', free: 0 },
      ]);
      expect((await ask(sql, '2028-02-28', '2028-02-28')).next_free).toBe('2028-03-02');
      const result = await attempt(sql, (tx) => addOrder(tx, [want('2028-02-29', '2028-02-29')]));

      expect(result).toEqual({
        short: [{ item: lamp, wanted: 1, free: 0, days: [dayOf('2028-02-29')] }],
      });
    });
  });

  test('a hold that ends counts until its moment, and not after it', async () => {
    await at('2026-12-13 18:00Z', zone, async (sql) => {
      const [asked] = await sql<[{ id: string }]>`
        with customer as (
          insert into customers (first_name, last_name, mobile, email)
          values ('Asha', 'Rao', '+919800000078', 'a@example.test') returning id
        ), enquiry as (
          insert into enquiry_orders (customer_id, total_price) select id, 1 from customer returning id
        ) insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to)
          select id, 'prop', ${lamp}, 1, 1, '2026-12-20', '2026-12-20' from enquiry returning id`;
      await sql`insert into reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
        values (${lamp}, 1, 'hold', 'held', '[2026-12-20,2026-12-21)', '[2026-12-20,2026-12-21)', ${asked.id},
          '2026-12-13 18:30Z')`;
      const freeAt = async (moment: string) => {
        await sql`select set_config('test.clock', ${moment}, true)`;
        return (await ask(sql, '2026-12-20', '2026-12-20')).free;
      };
      expect([await freeAt('2026-12-13 18:29:59Z'), await freeAt('2026-12-13 18:30:01Z')]).toEqual([
        0, 1,
      ]);
      await addOrder(sql, [want('2026-12-20', '2026-12-20')]);
      expect(await freeAt('2026-12-13 18:31Z')).toBe(0);
    });
  });
});

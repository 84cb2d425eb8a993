import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { openPool } from '#backend';
import type { TestServer } from '#tests/support/postgres-server.ts';
import { count, percentile, table } from '../support/figures.ts';

const CONNECTIONS = 8;
const HOT = 20;
/** Enquiries that are converted at once; each wants one of the hot items for three days. */
const WAVES = 3;
const EACH_WAVE = 2_000;
const ALONE = 60;

/** Measures bookings as staff make them: conversions of enquiries, alone and on the same few items. */
export async function benchBookings(server: TestServer, database: string): Promise<string[]> {
  const owner = openPool({ ...server.admin, database }, { max: 1, name: 'bench' });
  const staff = await staffClaims(owner);
  const alone = await bookAlone(owner, staff, 10);
  const three = await bookAlone(owner, staff, 3);
  await owner`update props set quantity = 5 where id in (
    select id from items where kind = 'prop' and active order by code limit ${HOT})`;
  const shortDays = async () => {
    const [row] = await owner<{ n: number }[]>`
      select count(*)::int as n from private.item_days where short > 0`;
    return row?.n ?? 0;
  };
  const shortBefore = await shortDays();
  const waves = [];
  for (let wave = 0; wave < WAVES; wave += 1) {
    const ids = await hotEnquiries(owner, wave);
    waves.push(await convertAll(server, database, staff, ids));
  }
  const [drift] = await owner<{ n: number }[]>`select private.recount_stock() as n`;
  const short = (await shortDays()) - shortBefore;
  await owner.end();
  return [
    `\nConversions of enquiries by \`convert_enquiry_to_order\` with 10 lines of 3 days, on one connection, ${ALONE} of them: CPU of`,
    `PostgreSQL ${percentile(alone.cpu, 0.5).toFixed(1)} ms, time ${percentile(alone.time, 0.5).toFixed(1)} ms, p95 ${percentile(alone.time, 0.95).toFixed(1)} ms (aim: ≤ 6 ms). The same ten lines`,
    `inserted into an order that is confirmed: CPU ${percentile(alone.insertCpu, 0.5).toFixed(1)} ms, time ${percentile(alone.insertTime, 0.5).toFixed(1)} ms.`,
    `Conversions with 3 lines: CPU ${percentile(three.cpu, 0.5).toFixed(1)} ms, time ${percentile(three.time, 0.5).toFixed(1)} ms.`,
    `\n${count(EACH_WAVE)} enquiries for one piece of one of ${HOT} items, 3 days each, converted from one Node process over ${CONNECTIONS} connections`,
    `(aim: ≥ 500 bookings/s). Server without fsync. Differences found by a recount afterwards: ${drift?.n}; days that were promised beyond stock: ${short}.\n`,
    table([
      [
        'wave',
        'bookings/s',
        'answers/s',
        'booked',
        'refused',
        'busy, deadlocks, others',
        'p50 ms',
        'p99 ms',
      ],
      ...waves.map((wave, at) => [String(at + 1), ...wave]),
    ]),
  ];
}

async function staffClaims(owner: Sql): Promise<string> {
  const [admin] = await owner<
    { id: string }[]
  >`select id from user_profiles where role = 'admin' limit 1`;
  return JSON.stringify({ role: 'authenticated', sub: admin?.id });
}

/** Random props, so many per enquiry, each on days when it is free, so that everything is booked. */
async function bookAlone(owner: Sql, staff: string, lines: number) {
  const [backend] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cpuMs = () =>
    Number.parseInt(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8'), 10) / 1e6;
  const enquiries = await owner<{ id: string }[]>`
    with dates as (
      select n, private.today() + 40 + n * 3 as first from generate_series(1, ${2 * ALONE}::integer) as n
    ), made as (
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price)
      select '00000000-0000-4000-8000-0000000000aa', first, first + 2, 0 from dates returning id, rental_from
    )
    , lines as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
      select made.id, 'prop', thing.id, 1, 100, made.rental_from, made.rental_from + 2, thing.place
      from made cross join lateral (
        select item.id, row_number() over () as place
        from (select id from items where kind = 'prop' and active and quantity > 0
          and id > md5(made.id::text)::uuid order by id limit 40) as item
        where not exists (
          select from private.item_days as day where day.item_id = item.id
            and day.day between made.rental_from and made.rental_from + 2)
        limit ${lines}::integer
      ) as thing
    )
    select id from made`;
  await owner`select set_config('request.jwt.claims', ${staff}, false)`;
  await owner`set role authenticated`;
  const cpu: number[] = [];
  const time: number[] = [];
  const insertCpu: number[] = [];
  const insertTime: number[] = [];
  for (const [at, { id }] of enquiries.slice(0, ALONE).entries()) {
    const before = cpuMs();
    const [plan] = await owner<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>`
      explain (analyze, timing off, format json) select public.convert_enquiry_to_order(${id})`;
    if (at < 10) continue;
    cpu.push(cpuMs() - before);
    time.push(plan?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN);
  }
  await owner`reset role`;
  await owner`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`;
  for (const [at, { id }] of enquiries.slice(ALONE).entries()) {
    const [order] = await owner<{ id: string }[]>`
      insert into orders (customer_id, status, total_price)
      values ('00000000-0000-4000-8000-0000000000aa', 'confirmed', 0) returning id`;
    const before = cpuMs();
    const [plan] = await owner.unsafe<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>(
      `explain (analyze, timing off, format json)
        insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
        select '${order?.id}', item_type, item_id, quantity, price, rental_from, rental_to, position
        from enquiry_items where enquiry_order_id = '${id}'`,
    );
    if (at < 10) continue;
    insertCpu.push(cpuMs() - before);
    insertTime.push(plan?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN);
  }
  return { cpu, time, insertCpu, insertTime };
}

/** Enquiries for one of the hot items each, on days of two years. */
async function hotEnquiries(owner: Sql, wave: number): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`
    with hot as (
      select id, row_number() over (order by code) - 1 as n from items where kind = 'prop' and active order by code limit ${HOT}
    ), made as (
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price)
      select '00000000-0000-4000-8000-0000000000aa', first, first + 2, 0
      from (
        select private.today() + 400 + abs(hashtext(n || 'day' || ${wave}::text)) % 700 as first
        from generate_series(1, ${EACH_WAVE}::integer) as n
      ) as wanted returning id, rental_from
    ), lines as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select made.id, 'prop', hot.id, 1, 100, made.rental_from, made.rental_from + 2
      from made join hot on hot.n = abs(hashtext(made.id::text)) % ${HOT}::integer
    )
    select id from made`;
  return rows.map(({ id }) => id);
}

/** Converts all, each in a transaction of its own as the gateway would, and returns a table's row. */
async function convertAll(
  server: TestServer,
  database: string,
  staff: string,
  ids: string[],
): Promise<string[]> {
  const pool = openPool({ ...server.admin, database }, { max: CONNECTIONS, name: 'bench' });
  const waiting = [...ids];
  const times: number[] = [];
  const outcomes: Record<'booked' | 'refused' | 'other', number> = {
    booked: 0,
    refused: 0,
    other: 0,
  };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const wanted = id;
        const before = performance.now();
        try {
          await pool.begin((tx) => [
            tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${staff}, true)`,
            tx`select public.convert_enquiry_to_order(${wanted})`,
          ]);
          outcomes.booked += 1;
        } catch (error) {
          const isRefusal = error instanceof Error && error.message === 'not_free';
          outcomes[isRefusal ? 'refused' : 'other'] += 1;
        }
        times.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.end();
  return [
    count(outcomes.booked / seconds),
    count(ids.length / seconds),
    count(outcomes.booked),
    count(outcomes.refused),
    count(outcomes.other),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.99).toFixed(1),
  ];
}

import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { openPool } from '#backend';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { count, percentile, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';
import { fillProps } from '../search/many-props.ts';
import { benchBookings } from './bookings.ts';
import { fillYear } from './booked-year.ts';

const PROPS = 100_000;
const ROUNDS = 40;

/** A read: its statement, and the most milliseconds of database that it may take. */
interface Read {
  name: string;
  most: number | null;
  statement: string;
}

/** Measures what is free, and bookings, at 100,000 props with a million rentals in a year. */
export async function benchAvailability(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  try {
    const studio = await openStudio(server, 'booked_year', async (owner) => {
      await fillDemo(owner);
      await fillProps(owner, PROPS);
      const admin = openPool(
        { ...server.admin, database: 'booked_year' },
        { max: 1, name: 'bench' },
      );
      await fillYear(admin);
      await admin.end();
    });
    studio.stop();
    const sql = openPool({ ...server.admin, database: 'booked_year' }, { max: 1, name: 'bench' });
    const [made] = await sql<Record<string, number>[]>`
      select (select count(*)::int from items where kind = 'prop') as props,
        (select count(*)::int from reservations where status <> 'released') as reservations,
        (select count(*)::int from private.item_days) as days,
        (select count(*)::int from private.full_days) as "full",
        private.recount_stock() as drift`;
    const [busy] = await sql<{ items: number }[]>`
      select count(distinct item_id)::int as items from private.full_days
      where day between private.today() + 100 and private.today() + 102`;
    const reads = await measureReads(sql);
    await sql.end();
    const bookings = await benchBookings(server, 'booked_year');
    return [
      `${count(made?.['props'] ?? 0)} props with ${count(made?.['reservations'] ?? 0)} reservations in the coming year, which are`,
      `${count(made?.['days'] ?? 0)} item-days, ${count(made?.['full'] ?? 0)} of them with nothing free; ${count(busy?.items ?? 0)} props have nothing free on one of the three`,
      `days that are asked for (100 to 102 days ahead). 60 props are kits of five others. Recount of stock: ${made?.['drift']} differences.\n`,
      `As a visitor, on one connection: CPU of PostgreSQL and time in it (planning and execution), in ms, ${ROUNDS} rounds in turns:\n`,
      table([['read', 'CPU p50', 'time p50', 'time p95', 'aim'], ...reads]),
      ...bookings,
      NOTES,
    ].join('\n');
  } finally {
    await stop();
  }
}

/** Times each read in turns, as a visitor. */
async function measureReads(sql: Sql): Promise<string[][]> {
  const reads = await readsOf(sql);
  await sql`select set_config('request.jwt.claims', '{"role": "anon"}', false)`;
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cpuMs = () =>
    Number.parseInt(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8'), 10) / 1e6;
  const used = reads.map((): number[] => []);
  const times = reads.map((): number[] => []);
  type Plan = { 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] };
  for (let round = -8; round < ROUNDS; round += 1) {
    for (const [at, { statement }] of reads.entries()) {
      const before = cpuMs();
      const [plan] = await sql.unsafe<Plan[]>(
        `explain (analyze, timing off, format json) ${statement}`,
      );
      if (!plan || round < 0) continue;
      const [figures] = plan['QUERY PLAN'];
      used[at]?.push(cpuMs() - before);
      times[at]?.push(figures['Planning Time'] + figures['Execution Time']);
    }
  }
  return reads.map(({ name, most }, at) => [
    name,
    percentile(used[at] ?? [], 0.5).toFixed(2),
    percentile(times[at] ?? [], 0.5).toFixed(2),
    percentile(times[at] ?? [], 0.95).toFixed(2),
    most === null ? '' : `≤ ${most}`,
  ]);
}

/**
 * The reads, with values written out. Parts of a search are built by its own functions, so that they
 * are the statements it runs.
 */
async function readsOf(sql: Sql): Promise<Read[]> {
  const [made] = await sql<
    {
      days: string;
      counts: string;
      freeCounts: string;
      page: string;
      items: string;
      cart: string;
      wide: string;
      busiest: string;
      from: string;
      to: string;
    }[]
  >`
    with days as materialized (
      select private.judge_apart('prop', private.rental_days_of(private.today() + 100, private.today() + 102)) as days
    ), page as (select search_catalogue('prop') -> 'items' as items)
    select quote_literal(days::text) as days,
      private.count_statement('prop', '{}', '{}', false, days) as counts,
      private.count_statement('prop', '{}', '{}', false, days, true) as "freeCounts",
      private.page_statement('[{"kind": "prop", "collected": false}]', '{}', '{}', 'newest', false, false, days) as page,
      (select quote_literal(items::text) from page) as items,
      (select quote_literal(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'quantity', 1))::text)
        from (select kind, id from items where kind = 'prop' and active order by md5(id::text) limit 10) as listed) as cart,
      (select quote_literal(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'quantity', 2))::text)
        from (select kind, id from items where kind = 'prop' and active order by md5(id::text) limit 100) as listed) as wide,
      (select item_id from private.item_days where day between private.today() and private.today() + 61
        group by item_id order by count(*) desc, item_id limit 1) as busiest,
      (private.today() + 100)::text as from, (private.today() + 102)::text as to
    from days`;
  if (!made) throw new Error('Nothing to read.');
  const { from, to } = made;
  const dates = `rental_from => '${from}', rental_to => '${to}'`;
  const later = `rental_from => '${from}'::date + 500, rental_to => '${to}'::date + 500`;
  // why prepared: search_catalogue plans its statements with their values too.
  await sql.unsafe(`prepare counts (text, jsonb, integer) as ${made.counts}`);
  await sql.unsafe(`prepare free_counts (text, jsonb, integer) as ${made.freeCounts}`);
  await sql.unsafe(`prepare page (text, jsonb, text, uuid, integer, text) as ${made.page}`);
  await sql.unsafe('set plan_cache_mode = force_custom_plan');
  const search = (rest: string) => `select public.search_catalogue('prop', ${rest})`;
  return [
    {
      name: 'figures of the 24 items of a page',
      most: 1,
      statement: `select private.with_free(${made.items}, ${made.days})`,
    },
    {
      name: 'a page of only what is free',
      most: 1,
      statement: `execute page ('%%', '{}', null, null, 24, 'newest')`,
    },
    { name: 'its total and facets', most: 10, statement: `execute free_counts ('%%', '{}', 24)` },
    {
      name: 'total, facets and how many are free',
      most: 10,
      statement: `execute counts ('%%', '{}', 24)`,
    },
    {
      name: 'one item, two months',
      most: null,
      statement: `select public.item_calendar('prop', '${made.busiest}', private.today(), 62)`,
    },
    {
      name: 'a cart of 10 lines',
      most: null,
      statement: `select public.availability('${from}', '${to}', ${made.cart})`,
    },
    {
      name: 'a cart of 100 lines, two of each',
      most: null,
      statement: `select public.availability('${from}', '${to}', ${made.wide})`,
    },
    {
      name: '12 similar items that are free',
      most: null,
      statement: `select public.similar_free('prop', '${made.busiest}', '${from}', '${to}')`,
    },
    { name: 'search_catalogue without dates', most: null, statement: search(`''`) },
    { name: 'with dates', most: null, statement: search(`'', ${dates}`) },
    {
      name: 'with dates, only free',
      most: null,
      statement: search(`'', ${dates}, only_free => true`),
    },
    {
      name: 'with dates that nobody has booked',
      most: null,
      statement: search(`'', ${later}, only_free => true`),
    },
    { name: `'chair' without dates`, most: null, statement: search(`'chair'`) },
    {
      name: `'chair', only free`,
      most: null,
      statement: search(`'chair', ${dates}, only_free => true`),
    },
    { name: `'club chair' without dates`, most: null, statement: search(`'club chair'`) },
    {
      name: `'club chair', only free`,
      most: null,
      statement: search(`'club chair', ${dates}, only_free => true`),
    },
    {
      name: `everything, 'teal sofa', without dates`,
      most: null,
      statement: `select public.search_by_words('teal sofa')`,
    },
    {
      name: `everything, 'teal sofa', only free`,
      most: null,
      statement: `select public.search_by_words('teal sofa', ${dates}, only_free => true)`,
    },
  ];
}

const NOTES = `
What bounds it: totals and facets read the rows of \`private.full_days\` of the days that are asked for, two for each
booked item here, and add them up as bitmaps; a fifth of all props booked out on three days is much. Where nobody has
booked, what remains is planning a longer statement and judging the 60 kits one by one. Aims that are not reached are
those of the totals at this density, of the figures and the page (0.1 to 0.2 ms above the aim, planning included), and
of bookings per second: a conversion also writes the order, its lines, its activity and the customer's figures.
`;

import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { openPool } from '#backend';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { fillYear } from '../availability/booked-year.ts';
import { fillProps } from '../search/many-props.ts';
import { count, percentile, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';
import { measureScrolling } from './scrolling.ts';

const PROPS = 100_000;
const ROUNDS = 12;

/** The calls: arguments of `timeline` besides the days, which are 31 from 100 days ahead. */
const CALLS: [what: string, given: string][] = [
  ['100 items', `'items', size => 100, after => 'AFTER'`],
  ['500 items', `'items', size => 500, after => 'AFTER'`],
  ['the first 500 items, with the total', `'items', size => 500`],
  ['500 booked items', `'items', size => 500, busy_only => true, after => 'AFTER'`],
  ['the first 500 booked items, with the total', `'items', size => 500, busy_only => true`],
  [`items with 'chair'`, `'items', size => 500, q => 'chair', after => 'AFTER'`],
  [
    'items of one owner',
    `'items', size => 500, assignee => '00000000-0000-4000-8000-0000000000ab'`,
  ],
  ['500 orders of 10 lines', `'orders', size => 500`],
  ['one order by number', `'orders', size => 500, q => 'ORD-123456'`],
];

/** Measures the timeline's reads at 100,000 items with a million reservations, and scrolling of 500 rows. */
export async function benchTimeline(): Promise<string> {
  return [await measureReads(), await measureScrolling()].join('\n');
}

async function measureReads(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  try {
    const name = 'timeline';
    const studio = await openStudio(server, name, async (owner) => {
      await fillDemo(owner);
      await fillProps(owner, PROPS);
      const admin = openPool({ ...server.admin, database: name }, { max: 1, name: 'bench' });
      await fillYear(admin);
      await admin.end();
    });
    studio.stop();
    const sql = openPool({ ...server.admin, database: name }, { max: 1, name: 'bench' });
    const [made] = await sql<{ items: number; reservations: number; touching: number }[]>`
      select (select count(*)::int from items where removed_at is null) as items,
        (select count(*)::int from reservations where status <> 'released') as reservations,
        (select count(*)::int from reservations where status <> 'released'
          and blocked && daterange(private.today() + 100, private.today() + 131)) as touching`;
    const rows = await timed(sql);
    await sql.end();
    return [
      `\`timeline\` over 31 days, with ${count(made?.items ?? 0)} items and ${count(made?.reservations ?? 0)} reservations, ${count(made?.touching ?? 0)} of which touch these days.`,
      `As an admin, on one connection; CPU and time of PostgreSQL (planning and execution) in ms, ${ROUNDS} rounds in turns:\n`,
      table([['read', 'rows', 'bars', 'CPU p50', 'time p50', 'time p95', 'per 100 rows'], ...rows]),
      '',
    ].join('\n');
  } finally {
    await stop();
  }
}

async function timed(sql: Sql): Promise<string[][]> {
  const [admin] = await sql<{ id: string }[]>`
    select id from user_profiles where role = 'admin' limit 1`;
  const claims = JSON.stringify({ role: 'authenticated', sub: admin?.id });
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  await sql`update orders set assigned_to = ${admin?.id ?? ''} where order_number like 'ORD-12345%'`;
  const day = 'from_day => private.today() + 100, days => 31';
  const [begin] = await sql.unsafe<{ next: string }[]>(
    `select timeline('items', ${day}, size => 500) ->> 'next' as next`,
  );
  const calls = CALLS.map(([what, given]) => ({
    what,
    call: `timeline(${given
      .replace('AFTER', begin?.next ?? '')
      .replace('00000000-0000-4000-8000-0000000000ab', admin?.id ?? '')}, ${day})`,
  }));
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cpuMs = () =>
    Number.parseInt(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8'), 10) / 1e6;
  const used = calls.map((): number[] => []);
  const times = calls.map((): number[] => []);
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [at, { call }] of calls.entries()) {
      const [before, start] = [cpuMs(), performance.now()];
      await sql.unsafe(`select ${call}`);
      if (round < 0) continue;
      used[at]?.push(cpuMs() - before);
      times[at]?.push(performance.now() - start);
    }
  }
  const figures: string[][] = [];
  for (const [at, { what, call }] of calls.entries()) {
    const [size] = await sql.unsafe<{ rows: number; bars: number }[]>(
      `select count(*)::int as rows, coalesce(sum(jsonb_array_length(listed -> 'bars')), 0)::int as bars
       from jsonb_array_elements(${call} -> 'rows') as listed`,
    );
    const cpu = percentile(used[at] ?? [], 0.5);
    const rows = size?.rows ?? 0;
    figures.push([
      what,
      count(rows),
      count(size?.bars ?? 0),
      cpu.toFixed(1),
      percentile(times[at] ?? [], 0.5).toFixed(1),
      percentile(times[at] ?? [], 0.95).toFixed(1),
      rows >= 100 ? ((cpu / rows) * 100).toFixed(1) : '',
    ]);
  }
  return figures;
}

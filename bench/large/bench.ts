import { readFileSync } from 'node:fs';
import { openPool, type ConnectionOptions, type Sql } from '#backend';
import { startTestServer, type TestServer } from '#tests/support/postgres-server.ts';
import { fillProps } from '../search/many-props.ts';
import { count, percentile, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';
import { fillOrders, LARGE } from './many-orders.ts';

const ROUNDS = 30;
/** The most that the large studio may take: of the demo's median, and ms for nineteen of twenty calls. */
const MOST = { ratio: 2, p95: 40 };

/** Reads of the pages that staff open all day, as each asks at first, and of visitors who chose dates. */
const READS: [what: string, call: string][] = [
  ['dashboard', 'dashboard_figures()'],
  ['Today', 'due_today(most => 12)'],
  ['week by orders', `timeline('orders', private.today(), 7, size => 25)`],
  [
    'orders renting this week',
    'search_orders(rental_from => private.today(), rental_to => private.today() + 6)',
  ],
  ['orders, return due', `search_orders(show => 'due')`],
  ['payments register, a day', 'payments_between(PAID_DAY, PAID_DAY)'],
  [
    'only free',
    `search_catalogue('prop', rental_from => private.today() + 100, rental_to => private.today() + 102, only_free => true)`,
  ],
];

/** Registers have a row for each entry or document of their days. */
const REGISTERS: [what: string, call: string][] = [
  ['payments register, 30 days', 'payments_between(private.today() - 30, private.today() - 1)'],
  ['invoice register, 30 days', 'invoice_register(private.today() - 40, private.today() - 11)'],
  ['GSTR-1, 30 days', 'gstr1(private.today() - 40, private.today() - 11)'],
];

/** Compares reads of a studio with 100,000 items and a million lines of orders with the demo's. */
export async function benchLarge(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  try {
    const demo = await studio(server, 'demo', fillDemo);
    const large = await studio(server, 'large', async (owner) => {
      await fillDemo(owner);
      await fillProps(owner, LARGE.props);
      const admin = openPool({ ...server.admin, database: 'large' }, { max: 1, name: 'bench' });
      await fillOrders(admin);
      await admin.end();
    });
    return await compareReads(demo, large);
  } finally {
    await stop();
  }
}

async function studio(
  server: TestServer,
  name: string,
  fill: (owner: Sql) => Promise<void>,
): Promise<ConnectionOptions> {
  const opened = await openStudio(server, name, fill);
  opened.stop();
  return { ...server.admin, database: name };
}

/** The section of both databases. */
export async function compareReads(
  demo: ConnectionOptions,
  large: ConnectionOptions,
): Promise<string> {
  const readers = [await reader(demo), await reader(large)] as const;
  const reads = await measure(readers, READS);
  const registers = await measure(readers, REGISTERS);
  for (const { close } of readers) await close();
  const missed = reads.filter(({ ratio, p95 }) => ratio > MOST.ratio || p95 > MOST.p95);
  const head = [
    'read',
    'demo p50',
    'large p50',
    'ratio',
    'large p95',
    'demo CPU',
    'large CPU',
    'demo kB',
    'large kB',
  ];
  return [
    `${count(LARGE.props)} props, ${count(LARGE.orders * LARGE.linesEach)} lines of ${count(LARGE.orders)} orders over five years, 55 of which begin each day, ${count(LARGE.customers)} customers`,
    `and ${count(LARGE.invoices)} invoices against the demo studio. As an admin, on one connection each, in turns: ms from the call to its`,
    `answer, and CPU of PostgreSQL; ${ROUNDS} rounds. Aim: ≤ ${MOST.ratio}× the demo's median, p95 ≤ ${MOST.p95} ms. ${missed.length === 0 ? 'All reached.' : `Not reached by ${missed.map(({ what }) => what).join(', ')}.`}\n`,
    table([head, ...reads.map(rowOf)]),
    `\nRegisters, which have a row for each entry or document of their days:\n`,
    table([
      [...head, 'rows', 'ms per 100'],
      ...registers.map((read) => [
        ...rowOf(read),
        count(read.rows),
        ((read.large / read.rows) * 100).toFixed(1),
      ]),
    ]),
  ].join('\n');
}

type Reader = {
  ask: (call: string) => Promise<{ ms: number; cpu: number; text: string }>;
  close: () => Promise<void>;
};

/** Asks as the studio's admin. `PAID_DAY` in a call is the day with the most payments since thirty days ago. */
async function reader(database: ConnectionOptions): Promise<Reader> {
  const sql = openPool(database, { max: 1, name: 'bench' });
  const [admin] = await sql<{ id: string; pid: number }[]>`
    select id, pg_backend_pid() as pid from user_profiles where role = 'admin' limit 1`;
  const [paid] = await sql<{ day: string | null }[]>`
    select day::text from payments where day between private.today() - 30 and private.today()
    group by payments.day order by count(*) desc, payments.day desc limit 1`;
  const claims = JSON.stringify({ role: 'authenticated', sub: admin?.id, aal: 'aal1' });
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  const cpuMs = () =>
    Number.parseInt(readFileSync(`/proc/${admin?.pid}/schedstat`, 'utf8'), 10) / 1e6;
  return {
    ask: async (call) => {
      const [before, start] = [cpuMs(), performance.now()];
      const text = call.replaceAll('PAID_DAY', `'${paid?.day ?? ''}'`);
      const [row] = await sql.unsafe<{ said: string }[]>(`select (${text})::text as said`);
      return { ms: performance.now() - start, cpu: cpuMs() - before, text: row?.said ?? '' };
    },
    close: () => sql.end(),
  };
}

/** Medians of a read in both studios. */
interface Read {
  what: string;
  demo: number;
  large: number;
  ratio: number;
  p95: number;
  cpu: number[];
  kB: number[];
  /** Entries of the large studio's answer. */
  rows: number;
}

async function measure(
  readers: readonly [Reader, Reader],
  calls: [what: string, call: string][],
): Promise<Read[]> {
  const measured: Read[] = [];
  for (const [what, call] of calls) {
    const runs = readers.map(() => ({ ms: [] as number[], cpu: [] as number[], text: '' }));
    for (let round = -3; round < ROUNDS; round += 1) {
      for (const [at, { ask }] of readers.entries()) {
        const { ms, cpu, text } = await ask(call);
        const run = runs[at];
        if (!run || round < 0) continue;
        run.ms.push(ms);
        run.cpu.push(cpu);
        run.text = text;
      }
    }
    const [demo = Number.NaN, large = Number.NaN] = runs.map(({ ms }) => percentile(ms, 0.5));
    measured.push({
      what,
      demo,
      large,
      ratio: large / demo,
      p95: percentile(runs[1]?.ms ?? [], 0.95),
      cpu: runs.map(({ cpu }) => percentile(cpu, 0.5)),
      kB: runs.map(({ text }) => text.length / 1000),
      rows: entriesOf(JSON.parse(runs[1]?.text ?? '[]')),
    });
  }
  return measured;
}

/** Entries of a list, or of all lists of an answer. */
function entriesOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Object.values(answer).reduce<number>((sum, part) => sum + entriesOf(part), 0);
}

const rowOf = ({ what, demo, large, ratio, p95, cpu, kB }: Read): string[] => [
  what,
  demo.toFixed(1),
  large.toFixed(1),
  `${ratio.toFixed(1)}×`,
  p95.toFixed(1),
  ...cpu.map((ms) => ms.toFixed(1)),
  ...kB.map((size) => count(size)),
];

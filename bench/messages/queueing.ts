import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { count, percentile, table } from '../support/figures.ts';
import { load, type LoadFigures } from '../support/load.ts';
import { openSite, type BenchSite } from '../support/site.ts';
import { enquiryData, type EnquiryData } from '../throughput/requests.ts';

const CONNECTIONS = [1, 8];
const TURNS = 12;
const REQUESTS = 250;

const module = new URL('../throughput/requests.ts', import.meta.url).href;

const SOURCE = join(import.meta.dirname, '../../supabase/schemas/crm/public/submit_enquiry.sql');

/** The statements that send messages, each with its replacement in a function without them. */
const OF_MESSAGES = [
  ["perform private.queue_messages('enquiry_new', customer, enquiry.id);", ''],
  ['link := private.new_enquiry_link(enquiry.id);', 'select null::text as secret into link;'],
] as const;

/** Costs of `submit_enquiry` with its messages and its link, and without them, in turns on one site. */
export async function benchQueueing(): Promise<string> {
  const site = await openSite();
  try {
    const { address, sql } = site;
    const data = await enquiryData(sql, site.anonKey);
    const [made] = await sql<{ text: string }[]>`
      select pg_get_functiondef(oid) as text from pg_proc where proname = 'submit_enquiry'`;
    const bodies = [functionWithout(), made!.text];
    const rows: string[][] = [];
    let sent = 0;
    const send = async (requests: number, connections: number): Promise<LoadFigures> => {
      sent += 1;
      const figures = await load<EnquiryData>({
        address,
        connections,
        until: { requests },
        next: { module, name: 'sendEnquiry', data: { ...data, load: sent } },
      });
      if (Object.keys(figures.statuses).join() === '200') return figures;
      throw new Error(`Refused: ${JSON.stringify(figures.statuses)}`);
    };
    for (const connections of CONNECTIONS) {
      const rates: number[][] = [[], []];
      const middles: number[][] = [[], []];
      const costs: number[][] = [[], []];
      for (let turn = -1; turn < TURNS; turn += 1) {
        // why: each way is the first in half of the turns.
        for (const way of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          await sql.unsafe(bodies[way]!);
          // why: each connection plans a changed function anew at its first calls.
          await send(20 * connections, connections);
          const before = await cpuOf(site);
          const figures = await send(REQUESTS, connections);
          if (turn < 0) continue;
          rates[way]?.push(figures.perSecond);
          middles[way]?.push(figures.p50);
          costs[way]?.push(((await cpuOf(site)) - before) / REQUESTS);
        }
      }
      rows.push(row(connections, rates, middles, costs));
    }
    await checkRows(sql);
    return [
      `\`submit_enquiry\` for three items over HTTP on one site, without and with its e-mails and its link, ${TURNS} turns of`,
      `${REQUESTS} enquiries each. Requests per second, p50 in ms and CPU in ms per enquiry (of the site and its database) are`,
      "medians; ratios are medians of the turns' ratios, with their quartiles. Reach: at most 10 % slower.\n",
      table([
        [
          'connections',
          'without, per s',
          'with, per s',
          'with / without',
          'p50 without',
          'p50 with',
          'CPU without',
          'CPU with',
          'with / without',
        ],
        ...rows,
      ]),
    ].join('\n');
  } finally {
    await site.stop();
  }
}

function functionWithout(): string {
  const text = readFileSync(SOURCE, 'utf8');
  const create = text.slice(text.indexOf('create function'), text.indexOf('$$;') + 3);
  return OF_MESSAGES.reduce(
    (sql, [statement, instead]) => {
      if (!sql.includes(statement)) throw new Error(`submit_enquiry has no ${statement}`);
      return sql.replace(statement, instead);
    },
    create.replace('create', 'create or replace'),
  );
}

function row(
  connections: number,
  rates: number[][],
  middles: number[][],
  costs: number[][],
): string[] {
  return [
    String(connections),
    ...rates.map((each) => count(percentile(each, 0.5))),
    ratioOf(rates),
    ...[...middles, ...costs].map((each) => percentile(each, 0.5).toFixed(2)),
    ratioOf(costs),
  ];
}

/** Median and quartiles of the turns' ratios. */
function ratioOf([without = [], withMessages = []]: number[][]): string {
  const ratios = withMessages.map((figure, at) => figure / without[at]!);
  const share = (part: number) => percentile(ratios, part).toFixed(2);
  return `${share(0.5)} (${share(0.25)} to ${share(0.75)})`;
}

/** CPU time of the site and of its database so far (ms). */
async function cpuOf({ sql, pid }: BenchSite): Promise<number> {
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const times = [pid, ...backends.map((each) => each.pid)].map((each) => {
    // The sum over the threads, of which the main one is not all in Node.
    const threads = readdirSync(`/proc/${each}/task`);
    return threads
      .map((thread) => readFileSync(`/proc/${each}/task/${thread}/schedstat`, 'utf8'))
      .reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** Every enquiry of the turns with messages has its two e-mails and its link, and no other one has. */
async function checkRows(sql: Sql): Promise<void> {
  const [found] = await sql<Record<'mails' | 'links' | 'enquiries', number>[]>`
    select (select count(*)::int from private.outbox where template in ('enquiry_new', 'acknowledgement')) as mails,
      (select count(*)::int from private.enquiry_links) as links,
      (select count(*)::int from public.enquiry_orders where contact_email like 'asha.%@example.test') as enquiries`;
  const { mails = 0, links = 0, enquiries = 0 } = found ?? {};
  if (mails !== enquiries || links * 2 !== enquiries) {
    throw new Error(`${enquiries} enquiries left ${mails} e-mails and ${links} links`);
  }
}

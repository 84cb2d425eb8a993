import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { count, percentile, table } from '../support/figures.ts';
import { load } from '../support/load.ts';
import { openSite } from '../support/site.ts';
import { enquiryData, type EnquiryData } from '../throughput/requests.ts';

const CONNECTIONS = [1, 8];
const TURNS = 20;
const REQUESTS = 400;

const module = new URL('../throughput/requests.ts', import.meta.url).href;

/** The function as it was before messages: it queues nothing and makes no link. */
const WITHOUT = '20261124002700_submit_enquiry.sql';

/** What `submit_enquiry` costs with its messages and its link, and without them, in turns on one site. */
export async function benchQueueing(): Promise<string> {
  const site = await openSite();
  try {
    const { address, sql } = site;
    const data = await enquiryData(sql, site.anonKey);
    const [made] = await sql<{ text: string }[]>`
      select pg_get_functiondef(oid) as text from pg_proc where proname = 'submit_enquiry'`;
    const bodies = [functionBefore(), made!.text];
    const rows: string[][] = [];
    let sent = 0;
    for (const connections of CONNECTIONS) {
      const rates: number[][] = [[], []];
      const middles: number[][] = [[], []];
      for (let turn = -1; turn < TURNS; turn += 1) {
        // why: each way is the first in half of the turns.
        for (const way of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          await sql.unsafe(bodies[way]!);
          sent += 1;
          const figures = await load<EnquiryData>({
            address,
            connections,
            until: { requests: REQUESTS },
            next: { module, name: 'sendEnquiry', data: { ...data, load: sent } },
          });
          if (Object.keys(figures.statuses).join() !== '200') {
            throw new Error(`Refused: ${JSON.stringify(figures.statuses)}`);
          }
          if (turn < 0) continue;
          rates[way]?.push(figures.perSecond);
          middles[way]?.push(figures.p50);
        }
      }
      rows.push(row(connections, rates, middles));
    }
    await checkRows(sql);
    return [
      `\`submit_enquiry\` for three items over HTTP on one site, without and with its e-mails and its link, ${TURNS} turns of`,
      `${REQUESTS} enquiries each. Requests per second and p50 in ms are medians; the ratio is the median of the turns' ratios,`,
      'with its quartiles. Reach: at most 10 % slower.\n',
      table([
        [
          'connections',
          'without, per s',
          'with, per s',
          'with / without',
          'p50 without',
          'p50 with',
        ],
        ...rows,
      ]),
    ].join('\n');
  } finally {
    await site.stop();
  }
}

function functionBefore(): string {
  const file = join(import.meta.dirname, '../../supabase/migrations', WITHOUT);
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf('create function public.submit_enquiry');
  const end = text.indexOf('$$;', start) + 3;
  return text.slice(start, end).replace('create function', 'create or replace function');
}

function row(connections: number, rates: number[][], middles: number[][]): string[] {
  const [without = [], withMessages = []] = rates;
  const ratios = withMessages.map((rate, at) => rate / without[at]!);
  const share = (part: number) => percentile(ratios, part).toFixed(2);
  return [
    String(connections),
    ...rates.map((each) => count(percentile(each, 0.5))),
    `${share(0.5)} (${share(0.25)} to ${share(0.75)})`,
    ...middles.map((each) => percentile(each, 0.5).toFixed(2)),
  ];
}

/** Every enquiry of the turns with messages has its two e-mails and its link, and no other one has. */
async function checkRows(sql: Sql): Promise<void> {
  const [found] = await sql<Record<'mails' | 'links' | 'enquiries', number>[]>`
    select (select count(*)::int from private.outbox) as mails,
      (select count(*)::int from private.enquiry_links) as links,
      (select count(*)::int from public.enquiry_orders where contact_email like 'asha.%@example.test') as enquiries`;
  const { mails = 0, links = 0, enquiries = 0 } = found ?? {};
  if (mails !== enquiries || links * 2 !== enquiries) {
    throw new Error(`${enquiries} enquiries left ${mails} e-mails and ${links} links`);
  }
}

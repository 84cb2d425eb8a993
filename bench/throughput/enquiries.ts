import { count, percentile, table } from '../support/figures.ts';
import { load, type LoadFigures } from '../support/load.ts';
import { openSite } from '../support/site.ts';
import { NO_STALLS, stallsText, worse } from '../support/stalls.ts';
import { enquiryData, type EnquiryData } from './requests.ts';

const CONNECTIONS = 8;
const ROUNDS = 4;
const SECONDS = 6;

const module = new URL('./requests.ts', import.meta.url).href;

/** Accepted enquiries per second with all checks, and whether exactly these were stored. */
export async function benchEnquiries(): Promise<string> {
  const site = await openSite();
  try {
    const { address, sql } = site;
    const data = await enquiryData(sql, site.anonKey);
    const runs: LoadFigures[] = [];
    let accepted = 0;
    let stalls = NO_STALLS;
    // The first round is a warm-up and not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const figures = await load<EnquiryData>({
        address,
        connections: CONNECTIONS,
        until: { seconds: SECONDS },
        next: { module, name: 'sendEnquiry', data: { ...data, load: round } },
      });
      const { 200: saved = 0, ...others } = figures.statuses;
      if (Object.keys(others).length > 0) throw new Error(`Refused: ${JSON.stringify(others)}`);
      accepted += saved;
      const held = site.stalls();
      if (round === 0) continue;
      runs.push(figures);
      stalls = worse(stalls, held);
    }
    const [stored] = await sql<Record<'enquiries' | 'customers' | 'items' | 'limited', number>[]>`
      select count(distinct e.id)::int as enquiries, count(distinct e.customer_id)::int as customers,
        count(i.id)::int as items,
        (select count(*)::int from private.limit_uses where name = 'enquiries_by_mobile') as limited
      from public.enquiry_orders as e join public.enquiry_items as i on i.enquiry_order_id = e.id
      where e.contact_email like 'asha.%@example.test'`;
    const expected = {
      enquiries: accepted,
      customers: accepted,
      items: 3 * accepted,
      limited: accepted,
    };
    if (JSON.stringify(stored) !== JSON.stringify(expected)) {
      throw new Error(`Accepted ${accepted}, but there are ${JSON.stringify(stored)}`);
    }
    const [wal] = await sql`show synchronous_commit`;
    return [
      `Enquiries for three items over HTTP, ${CONNECTIONS} connections, each with a key, a mobile and an address of`,
      `its own, all checks and limits on, synchronous_commit ${String(wal?.['synchronous_commit'])}; ${ROUNDS} rounds of ${SECONDS} s.`,
      'Reach: ≥ 500/s, p99 ≤ 60 ms.',
      `The database holds the ${count(accepted)} that were accepted, with their customers and items, and no others.`,
      `${stallsText(stalls)}\n`,
      table([
        ['round', 'accepted/s', 'p50 ms', 'p99 ms', 'generator busy'],
        ...runs.map(({ perSecond, p50, p99, busy }, at) => [
          String(at + 1),
          count(perSecond),
          p50.toFixed(1),
          p99.toFixed(1),
          `${(busy * 100).toFixed(0)} %`,
        ]),
        [
          'median',
          count(
            percentile(
              runs.map(({ perSecond }) => perSecond),
              0.5,
            ),
          ),
          percentile(
            runs.map(({ p50 }) => p50),
            0.5,
          ).toFixed(1),
          percentile(
            runs.map(({ p99 }) => p99),
            0.5,
          ).toFixed(1),
          '',
        ],
      ]),
    ].join('\n');
  } finally {
    await site.stop();
  }
}

import { count, percentile, table } from '../support/figures.ts';
import { load, type LoadFigures } from '../support/load.ts';
import { openSite } from '../support/site.ts';
import { NO_STALLS, stallsText, worse } from '../support/stalls.ts';
import { openVendure } from './vendure.ts';

const CONNECTIONS = [8, 64];
const ROUNDS = 3;
const SECONDS = 4;

/** Terms that match many names, some, and few. */
const NEEDLES = ['brass', 'chair', 'velvet', 'lamp', 'vintage', 'mirror', 'wooden table', 'sofa'];

const requests = new URL('./requests.ts', import.meta.url).href;

/**
 * Our search with totals and facets compared with Vendure's, over the same products, in alternating
 * turns.
 */
export async function benchPeer(): Promise<string> {
  const site = await openSite();
  const vendure = await openVendure(site.sql).catch(async (error: unknown) => {
    await site.stop();
    throw error;
  });
  try {
    const { anonKey } = site;
    const ways = [
      {
        what: 'Vendure',
        address: vendure.address,
        name: 'searchVendure',
        data: { needles: NEEDLES },
      },
      ...[false, true].map((varied) => ({
        what: varied ? 'ours, no two requests alike' : 'ours',
        address: site.address,
        name: 'searchOurs',
        data: { anonKey, needles: NEEDLES, varied },
      })),
    ];
    const rows: string[][] = [];
    let stalls = NO_STALLS;
    for (const connections of CONNECTIONS) {
      const runs = ways.map((): LoadFigures[] => []);
      // The first round is a warm-up and not counted.
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const [at, { what, address, name, data }] of ways.entries()) {
          const figures = await load({
            address,
            connections,
            until: { seconds: round < 0 ? 1 : SECONDS },
            next: { module: requests, name, data },
          });
          const failed = Object.keys(figures.statuses).filter((status) => status !== '200');
          if (failed.length > 0) throw new Error(`${what} answered ${failed.join(', ')}`);
          const held = site.stalls();
          if (round < 0) continue;
          runs[at]?.push(figures);
          if (address === site.address) stalls = worse(stalls, held);
        }
      }
      const median = (at: number, of: (figures: LoadFigures) => number) =>
        percentile((runs[at] ?? []).map(of), 0.5);
      const peer = median(0, ({ perSecond }) => perSecond);
      for (const [at, { what }] of ways.entries()) {
        const perSecond = median(at, (figures) => figures.perSecond);
        rows.push([
          `${what}, ${connections} connections`,
          count(perSecond),
          median(at, ({ p50 }) => p50).toFixed(1),
          median(at, ({ p99 }) => p99).toFixed(1),
          `${(perSecond / peer).toFixed(1)}×`,
        ]);
      }
    }
    const [props] = await site.sql`select count(*)::int as n from public.props where active`;
    return [
      `Search with total and facets of ${count(Number(props?.['n']))} props, ${NEEDLES.length} needles, over HTTP, against`,
      `Vendure 3.7.3 on SQLite; medians of ${ROUNDS} rounds of ${SECONDS} s in turns. Reach: ≥ 15×.`,
      `${stallsText(stalls)}\n`,
      table([['search', 'requests/s', 'p50 ms', 'p99 ms', 'ratio'], ...rows]),
    ].join('\n');
  } finally {
    await vendure.stop();
    await site.stop();
  }
}

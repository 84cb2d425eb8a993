import { setTimeout as sleep } from 'node:timers/promises';
import { count, table } from '../support/figures.ts';
import { load } from '../support/load.ts';
import { openSite } from '../support/site.ts';
import { METRICS_TOKEN, vitalsOf, type Vitals } from '../support/vitals.ts';
import { enquiryData, type SoakData } from './requests.ts';

const CONNECTIONS = 16;
/** Requests before the first look, and before the second. */
const LOOKS = [10_000, 100_000];
const NEEDLES = ['brass', 'chair', 'velvet', 'lamp', 'vintage', 'mirror', 'wooden table', 'sofa'];
const LISTS = [
  '/',
  '/rent-props',
  '/rent-clothes',
  '/rent-props?q=velvet',
  '/rent-props?category=tables',
];

const module = new URL('./requests.ts', import.meta.url).href;

/** The memory of the site's process after many requests against that after few, and its longest stall. */
export async function benchSoak(): Promise<string> {
  const site = await openSite({ METRICS_TOKEN });
  try {
    const { address, sql, anonKey } = site;
    const list = await (await fetch(`${address}/rent-props`)).text();
    const found = [...list.matchAll(/"(\/storage\/v1\/[^"\\ ]+)[" ]/g)];
    const pictures = [...new Set(found.map(([, path = '']) => path.replaceAll('&amp;', '&')))];
    if (pictures.length === 0) throw new Error('The list shows no pictures');
    const slugs = await sql`select slug from public.props where active order by id limit 40`;
    const pages = [...LISTS, ...slugs.map(({ slug }) => `/props/${slug}`)];
    const data = { ...(await enquiryData(sql, anonKey)), pages, pictures, needles: NEEDLES };
    const looks: Vitals[] = [];
    const statuses: Record<string, number> = {};
    let [sent, seconds, stall] = [0, 0, 0];
    // why: what is done for the first time, compiling included, belongs to the start.
    for (const path of [...pages, ...pictures]) await (await fetch(address + path)).arrayBuffer();
    await vitalsOf(address);
    for (const [at, requests] of LOOKS.entries()) {
      const began = performance.now();
      const figures = await load<SoakData>({
        address,
        connections: CONNECTIONS,
        until: { requests: requests - sent },
        next: { module, name: 'mixed', data: { ...data, load: at } },
      });
      seconds += (performance.now() - began) / 1000;
      sent = requests;
      for (const [status, n] of Object.entries(figures.statuses)) {
        statuses[status] = (statuses[status] ?? 0) + n;
        if (status !== '200') throw new Error(`Refused: ${JSON.stringify(figures.statuses)}`);
      }
      stall = Math.max(stall, (await vitalsOf(address)).stall);
      looks.push(await settled(address));
    }
    const megabytes = (of: keyof Vitals) => looks.map((look) => (look[of] / 1e6).toFixed(0));
    const ratio = (of: keyof Vitals) =>
      `${((looks[1]?.[of] ?? 0) / (looks[0]?.[of] ?? 1)).toFixed(2)}×`;
    return [
      `${count(sent)} requests over ${CONNECTIONS} connections in ${seconds.toFixed(0)} s (pages, searches, pictures, enquiries),`,
      `answered ${JSON.stringify(statuses)}. Reach: memory ≤ 1.1×; stall of the event loop ≤ 30 ms.`,
      `Longest stall: ${stall.toFixed(1)} ms.\n`,
      table([
        ['memory in MB', ...LOOKS.map((n) => `after ${count(n)}`), 'ratio'],
        ['the process (RSS)', ...megabytes('rss'), ratio('rss')],
        ['objects (heap used)', ...megabytes('heap'), ratio('heap')],
      ]),
    ].join('\n');
  } finally {
    await site.stop();
  }
}

/** The least memory of a few looks, when nothing is asked: garbage comes and goes. */
async function settled(address: string): Promise<Vitals> {
  const looks: Vitals[] = [];
  for (let look = 0; look < 10; look += 1) {
    await sleep(500);
    looks.push(await vitalsOf(address));
  }
  const least = (of: keyof Vitals) => Math.min(...looks.map((look) => look[of]));
  return { stall: least('stall'), rss: least('rss'), heap: least('heap') };
}

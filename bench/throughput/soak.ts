import { count, table } from '../support/figures.ts';
import { load } from '../support/load.ts';
import { openSite } from '../support/site.ts';
import { NO_STALLS, stallsText, worse } from '../support/stalls.ts';
import { memoryOf, METRICS_TOKEN, type Memory } from '../support/memory.ts';
import { enquiryData, type SoakData } from './requests.ts';

const CONNECTIONS = 16;
/** Requests before the first and the second measurement. */
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

const ABOUT_STALLS = `
What holds the event loop up, found with perf and the schedule of the thread while the machine had other work:

- **Waiting for a core.** PostgreSQL with up to 16 connections, the collector's threads and the load generator share
  two cores with the event loop; of 1,800 times that it was held up for 12 ms and more, one had more than 20 ms of
  work in it. The generator stands for other machines, so it runs at a lower priority; and connections of the
  embedded PostgreSQL give way to the event loop (nice 5): of the longest stall in three soaks each, 2, 30 and 35 ms
  were such a wait without it, 17, 1 and 12 ms with it; as many enquiries were accepted within the noise.
- **Waiting for the collector's threads.** For each collection of new objects the event loop shared the work with
  helper threads and waited for them, and they for a core: 16 of 40 waits for a lock or another thread in 20 s.
  One thread collects by itself (\`--no-parallel-scavenge\`, set in server/main.ts).
- **64 MB of new objects at a time**, Node 24's default, are 10 to 16 ms of work for one thread; 16 MB
  are 4 ms; 8 are set for the memory (\`--max-semi-space-size=8\`, decision 0045). Lower quartile and median of the pauses, for 8,000 requests:

| collection of new objects |  pause, ms | full ones, ms | CPU of the thread, s | memory, MB |
| ------------------------- | ---------: | ------------: | -------------------: | ---------: |
| 64 MB, helper threads     |  1.9 / 6.0 |    9.9 / 18.2 |                  8.2 |        446 |
| 64 MB, one thread         | 9.9 / 16.5 |   11.5 / 20.0 |                  7.7 |        470 |
| 16 MB, one thread         |  3.7 / 4.2 |     8.8 / 8.9 |                  7.1 |        374 |
| all by one thread, 16 MB  |  3.5 / 4.2 |   18.4 / 20.6 |                  8.3 |        402 |
| all by one thread, 4 MB   |  1.5 / 1.8 |   26.0 / 30.5 |                  9.2 |        368 |

- **Few full collections** let garbage grow: the process took up to 565 MB in 100,000 requests, 61 of them objects in
  use. With limits that grow by half (\`--heap-growing-percent=50\`; 70 are set now, decision 0045) it took 365 MB at most, for 16 full collections in
  10,000 requests instead of 7.
- **Pages without compression** took 1.0 MB of memory each while they were unpacked, which set off a full collection
  every 0.4 s; 0.65 MB unpacked in one piece; the soak asks for compression as browsers do: 10 full collections for 12,000 requests
  instead of 64.
- **What these flags cost**: a page made anew takes a tenth more of the processor (\`/rent-props\`: 22.9 to 25.9 ms in turns of
  200 requests, on a machine that was slow for everything just then).
- **Handing work to helper threads.** To hand a task to one of Node's four, glibc's \`pthread_cond_signal\` waits for
  those that were woken before, and they for a core: 13 times in 22 s of enquiries, up to 70 ms. With one
  (\`--v8-pool-size=1\`) nobody stands in the way. Part enquiries, by turns with four and with one: longest stall 46, 25
  and 15, 15 ms; p99 37, 43 and 32, 32 ms; 496, 496 and 516, 507 accepted a second. Later, in eight
  turns of pages made anew, it showed nothing beyond noise, and is no longer set (decision 0045).
- **Changes that nobody follows** were told and forgotten every 20 s, and reading thousands of them at once was 40 ms
  of work. Now every second.
- **Tried and left**: all by one thread (\`--single-threaded-gc\`). In part enquiries, by turns, the longest stall was 25 ms
  beside 52 and 60, and 402/s were accepted beside 392 and 346; but in the soak it was 97 ms, and memory grew by 1.13×.
- Left alone: the first page after the start takes 0.25 s of work, the app being compiled; 16 connections made at once
  cost 0.6 ms each for the password's hash.`;

/**
 * Memory of the site's process after many requests compared with after few, and its longest event
 * loop delay.
 */
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
    const looks: Memory[] = [];
    const statuses: Record<string, number> = {};
    let [sent, seconds] = [0, 0];
    let stalls = NO_STALLS;
    // why: one-time work such as compiling belongs to the start.
    for (const path of [...pages, ...pictures]) await (await fetch(address + path)).arrayBuffer();
    site.stalls();
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
      stalls = worse(stalls, site.stalls());
      looks.push(await memoryOf(site));
      // why: a garbage collection requested by the bench delays the event loop, and is not the
      // site's work.
      site.stalls();
    }
    const megabytes = (of: keyof Memory) => looks.map((look) => (look[of] / 1e6).toFixed(0));
    const ratio = (of: keyof Memory) =>
      `${((looks[1]?.[of] ?? 0) / (looks[0]?.[of] ?? 1)).toFixed(2)}×`;
    return [
      `${count(sent)} requests over ${CONNECTIONS} connections in ${seconds.toFixed(0)} s (pages, searches, pictures, enquiries),`,
      `answered ${JSON.stringify(statuses)}. Reach: memory ≤ 1.1×.`,
      `${stallsText(stalls)}\n`,
      table([
        ['memory in MB', ...LOOKS.map((n) => `after ${count(n)}`), 'ratio'],
        ['the process (RSS), garbage collected', ...megabytes('rss'), ratio('rss')],
        ['the most that it ever took', ...megabytes('peak'), ratio('peak')],
        ['objects, garbage collected', ...megabytes('heap'), ratio('heap')],
      ]),
      ABOUT_STALLS,
    ].join('\n');
  } finally {
    await site.stop();
  }
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count, percentile, table } from '../support/figures.ts';
import { load, visitorAddress, type LoadFigures, type LoadRequest } from '../support/load.ts';
import { openSite, type BenchSite } from '../support/site.ts';

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const ROUNDS = 5;

/** A page to request repeatedly; `anew` makes each address unique. */
interface Page {
  name: string;
  site: BenchSite;
  path: string;
  anew?: boolean;
  tag?: string;
}

/** The next request for a page, from a new visitor. */
export function askFor(n: number, { path, anew, tag }: Omit<Page, 'site'>): LoadRequest {
  return {
    path: anew ? `${path}${path.includes('?') ? '&' : '?'}n=${process.pid}-${n}` : path,
    headers: {
      'accept-encoding': 'br',
      'x-forwarded-for': visitorAddress(n),
      ...(tag && { 'if-none-match': tag }),
    },
  };
}

/**
 * `pages`: server-rendered pages per second, compared with the framework's empty page in the same
 * server, in alternating turns on the same machine.
 */
export async function benchPages(): Promise<string> {
  const folder = buildEmptyApp();
  const site = await openSite();
  const empty = await openSite(
    { DEMO_DATA: 'off', EMPTY_APP: join(folder, 'dist/server/server.js') },
    { program: 'bench/pages/empty-site.ts' },
  );
  try {
    const [prop] = await site.sql`select slug from props where active order by id limit 1`;
    const tagOf = async (path: string) =>
      (await fetch(site.address + path)).headers.get('etag') ?? '';
    const dates = rentalDates();
    const pages: Page[] = [
      { name: 'empty page, made anew each time', site: empty, path: '/' },
      { name: 'empty page, kept', site: empty, path: '/kept' },
      { name: '/rent-props', site, path: '/rent-props' },
      { name: '/rent-props, 304', site, path: '/rent-props', tag: await tagOf('/rent-props') },
      { name: '/rent-props, made anew each time', site, path: '/rent-props', anew: true },
      { name: '/rent-props with dates', site, path: `/rent-props?${dates}` },
      {
        name: '/rent-props with dates, rendered each time',
        site,
        path: `/rent-props?${dates}`,
        anew: true,
      },
      { name: 'item page', site, path: `/props/${prop?.['slug']}` },
      { name: '/', site, path: '/' },
    ];
    const measured = await inTurns(pages);
    const [framework] = measured;
    const rows = measured.map(({ name, perSecond, p50, p99, bytes, cpu }) => [
      name,
      count(perSecond),
      `${(perSecond / (framework?.perSecond ?? 1)).toFixed(2)}×`,
      p50.toFixed(1),
      p99.toFixed(1),
      cpu.toFixed(2),
      count(bytes),
    ]);
    const head = ['page', 'requests/s', 'of empty', 'p50 ms', 'p99 ms', 'CPU ms', 'bytes'];
    return `${ABOUT}\n\n${table([head, ...rows])}\n\n${busiest(measured)}

${BOUGHT}`;
  } finally {
    await Promise.all([site.stop(), empty.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

const ABOUT = `${CONNECTIONS} connections that stay open, brotli, medians of ${ROUNDS} turns of ${SECONDS} s each, all pages taking turns; each request comes from an address of its own. The site is the built one with the demo data in the embedded home. The empty page is \`<h1>Empty</h1>\` in the smallest TanStack Start app (\`bench/pages/empty\`), built the same way and served by the same server in a process of the same shape: headers, policy, compression, log. It says \`no-store\`, so the framework renders it each time; "kept" is the same page without that word. "Made anew" has another query each time. CPU is that of the site's process per request, bytes those of the body.`;

const BOUGHT = `What each change bought, in CPU of the site's process per request, the first measured with 60 requests each, one right after the other:

- React's production build on the server (\`NODE_ENV\` set before the app is loaded): /rent-props from 28 to 18 ms, /my-order from 17 to 6 ms.
- Item and related items in one call: one transaction instead of two, and one request instead of two after a click.
- Pages kept until the catalogue changes: "made anew" against its own page above. Of what is left, writing to the socket is the largest part.
- One small form of a page made at once, the other when somebody asks for it: a page that is asked for once is not compressed twice.
- Pages in parts from the app to their bytes, for each joining copied 230 kB: /rent-props made anew from 18.9 to 15.8 ms (medians of four turns of 600 pages, old and new by turns, on a busy machine).
- Brotli with a window of 256 kB instead of 4 MB, which counted as memory of the process and had all of it searched for garbage every nine pages: /rent-props made anew from 13.1 to 8.3 ms (medians of three turns of 500 pages, one right after the other, on a busy machine).
- Buttons as component classes, styles built for the supported browsers alone, and dates in an address checked without formatting them: /rent-props made anew from 6.7 to 6.4 ms, with dates from 8.5 to 8.2 (medians of four and three turns of 500 pages, old and new by turns).
- Left alone: React, the router and the serializer share what a page made anew costs, none above a fifth of it; hashes for policy and ETag are under 3 % of it.`;

interface Measured extends Omit<LoadFigures, 'statuses' | 'p95'> {
  name: string;
  /** CPU milliseconds of the site's process per request. */
  cpu: number;
}

/** Medians over all turns. @throws when a response is not the expected page. */
async function inTurns(pages: Page[]): Promise<Measured[]> {
  const turns = pages.map((): Measured[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, { site, ...page }] of pages.entries()) {
      const before = cpuOf(site.pid);
      const { statuses, ...figures } = await load({
        address: site.address,
        connections: CONNECTIONS,
        until: { seconds: round < 0 ? WARM_UP_SECONDS : SECONDS },
        next: { module: import.meta.url, name: askFor.name, data: page },
      });
      const asked = Object.values(statuses).reduce((sum, n) => sum + n, 0);
      if (statuses[page.tag ? 304 : 200] !== asked) {
        throw new Error(`${page.name} was answered ${JSON.stringify(statuses)}`);
      }
      const cpu = (cpuOf(site.pid) - before) / asked;
      const bytes = figures.bytes / asked;
      if (round >= 0) turns[at]?.push({ ...figures, name: page.name, cpu, bytes });
    }
  }
  return turns.map((all) => {
    const median = (key: Exclude<keyof Measured, 'name'>) =>
      percentile(
        all.map((one) => one[key]),
        0.5,
      );
    return {
      name: all[0]?.name ?? '',
      perSecond: median('perSecond'),
      p50: median('p50'),
      p99: median('p99'),
      bytes: median('bytes'),
      busy: median('busy'),
      cpu: median('cpu'),
    };
  });
}

/** Three days in a month's time, as in the address of a page. */
function rentalDates(): string {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(30)}&to=${day(32)}`;
}

const busiest = (measured: Measured[]) =>
  `The load generator, a process of its own, was busy ${Math.round(100 * Math.max(...measured.map(({ busy }) => busy)))} % of the time at most.`;

/** CPU milliseconds of a process so far (Linux; clock ticks of 10 ms). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Builds bench/pages/empty inside the repository, for its packages; returns the folder. */
function buildEmptyApp(): string {
  const root = join(import.meta.dirname, '../..');
  const folder = join(root, 'dist/bench-empty');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'empty'), folder, { recursive: true });
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}

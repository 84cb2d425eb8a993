import { openPool } from '#backend/postgres/database.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import type { TestServer } from '#tests/support/postgres-server.ts';
import { compared, count, percentile, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';
import type { Studio } from '../support/studio.ts';
import { fillProps } from './many-props.ts';

const SIZES = [2_000, 20_000, 100_000];
const ROUNDS = 20;

/** What is looked for, with what the engine may take for it in ms (95th percentile). */
const NEEDLES: [what: string, needle: string, reach: number][] = [
  ['none', '', 10],
  ['rare word', 'saguaro', 10],
  ['common word', 'chair', 10],
  ['the most common word', 'red', 10],
  ['the brand of most', 'generic', 10],
  ['a category', 'seating', 10],
  ['2 letters', 'er', 40],
  ['2 letters', 'ch', 40],
  ['2 letters, no item', 'qz', 40],
  ['1 letter', 'a', 40],
  ['1 letter', 'z', 40],
];

const COLOURS = { colour: ['red', 'teal', 'black'] };
const CHOICES: [what: string, category: string | null, filters: object][] = [
  ['alone', null, {}],
  ['category', 'seating', {}],
  ['colours', null, COLOURS],
  ['both', 'seating', COLOURS],
];

/** A studio with this many props, of which a gateway of its own tells. */
export const openProps = (server: TestServer, size: number): Promise<Studio> =>
  openStudio(server, `props_${size}`, async (owner) => {
    await fillDemo(owner);
    await fillProps(owner, size);
  });

/** Measures the visitors' search at three sizes: over HTTP, inside of PostgreSQL, and in bytes. */
export async function benchSearch(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  const studios: Studio[] = [];
  try {
    for (const size of SIZES) studios.push(await openProps(server, size));
    const pages = await newestPages(studios);
    const bytes = await againstNaive(studios);
    const [worst, engine] = await engineTimes(server, studios.at(-1) as Studio);
    return [
      'Newest page of `search_catalogue` over HTTP, lower quartile:\n',
      table([['props', 'ms', `against ${count(SIZES[0] ?? 0)}`], ...pages]),
      `\nTime inside PostgreSQL at ${count(SIZES.at(-1) ?? 0)} props, as \`anon\`, with exact total, facets and page, in ms.`,
      `Each alone, with a category, with three colours, and with both; 95th percentiles of ${ROUNDS}. ${worst}\n`,
      table([['needle', 'found', ...CHOICES.map(([what]) => what), 'reach'], ...engine]),
      '\nBytes to the first list, against the naive page (all props with the names of their lookups,',
      'in reads of 1,000, filtered in the browser):\n',
      table([['props', 'naive kB', 'page kB', 'ratio'], ...bytes]),
    ].join('\n');
  } finally {
    for (const studio of studios) studio.stop();
    await stop();
  }
}

const newest = (studio: Studio) => studio.ask('rpc/search_catalogue', { kind: 'prop' }, 'visitor');

async function newestPages(studios: Studio[]): Promise<string[][]> {
  const times = await compared(40, ...studios.map((studio) => () => newest(studio)));
  return SIZES.map((size, at) => [
    count(size),
    (times[at] ?? 0).toFixed(2),
    `${((times[at] ?? 0) / (times[0] ?? 1)).toFixed(2)}×`,
  ]);
}

async function againstNaive(studios: Studio[]): Promise<string[][]> {
  // From id to id: with an offset the last reads of 100,000 go over the 3 s that a request may take.
  const read =
    'props?select=*,brand:prop_brands(name),colour:colors(name,hex),category:prop_categories(name)&order=id&limit=1000';
  const rows = [];
  for (const [at, studio] of studios.entries()) {
    let [naive, after] = [0, ''];
    for (;;) {
      const { text } = await studio.ask(`${read}${after}`, undefined, 'visitor');
      naive += text.length;
      const last = (JSON.parse(text) as { id: string }[])[999];
      if (!last) break;
      after = `&id=gt.${last.id}`;
    }
    const page = (await newest(studio)).text.length;
    const kB = (bytes: number) => count(bytes / 1000);
    rows.push([count(SIZES[at] ?? 0), kB(naive), kB(page), `${count(naive / page)}×`]);
  }
  return rows;
}

/** How far the needles are from what they may take, in words, and a row for each of them. */
async function engineTimes(server: TestServer, studio: Studio): Promise<[string, string[][]]> {
  const { database } = studio.database;
  const sql = openPool({ ...server.admin, database }, { max: 1, name: 'bench' });
  await sql`set role anon`;
  const given = (needle: string, [, category, filters]: (typeof CHOICES)[number]) =>
    sql`'prop', ${needle}, ${category}, ${JSON.stringify(filters)}::text::jsonb`;
  const times = NEEDLES.map(() => CHOICES.map((): number[] => []));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [n, [, needle]] of NEEDLES.entries()) {
      for (const [c, choice] of CHOICES.entries()) {
        const [plan] = await sql<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>`
          explain (analyze, timing off, format json)
          select public.search_catalogue(${given(needle, choice)})`;
        if (plan && round >= 0) times[n]?.[c]?.push(plan['QUERY PLAN'][0]['Execution Time']);
      }
    }
  }
  const late: string[] = [];
  const rows = [];
  for (const [n, [what, needle, reach]] of NEEDLES.entries()) {
    const [found] = await sql<{ total: number }[]>`
      select (public.search_catalogue('prop', ${needle}) -> 'total')::int as total`;
    const tails = (times[n] ?? []).map((each) => percentile(each, 0.95));
    if (Math.max(...tails) > reach) late.push(`'${needle}'`);
    const name = needle === '' ? what : `${what}, '${needle}'`;
    const cells = tails.map((tail) => tail.toFixed(1));
    rows.push([name, count(found?.total ?? 0), ...cells, `≤ ${reach}`]);
  }
  await sql.end();
  return [late.length > 0 ? `Not reached by ${late.join(', ')}.` : 'All reached.', rows];
}

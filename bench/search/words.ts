import { readFileSync } from 'node:fs';
import { openPool } from '#backend';
import type { TestServer } from '#tests/support/postgres-server.ts';
import { count, percentile, table } from '../support/figures.ts';
import type { Studio } from '../support/studio.ts';

const ROUNDS = 20;

/** Search terms for the search over everything. */
const NEEDLES: [what: string, needle: string][] = [
  ['rare word', 'saguaro'],
  ['common word', 'chair'],
  ['a colour and a word', 'red'],
  ['the brand of most', 'generic'],
  ['a category', 'seating'],
  ['a kind', 'props'],
  ['two words in order', 'club chair'],
  ['two words, name and colour', 'teal sofa'],
  ['four words', 'red velvet chair seating'],
  ['a code', 'prp-00012'],
  ['typing errors', 'kestral camra'],
  ['a typing error, common word', 'chiar'],
  ['nothing, so the nearest', 'teal unicorn'],
  ['nothing at all', 'qzxvw'],
];

/**
 * Compares the search by words with the exact search over everything: CPU milliseconds of
 * PostgreSQL per page, medians of alternating calls, one table for all studios.
 */
export async function benchWords(
  server: TestServer,
  studios: [items: number, studio: Studio][],
): Promise<string> {
  const rows = NEEDLES.map(([what, needle]) => [`${what}, '${needle}'`]);
  for (const [, studio] of studios) {
    const { database } = studio.database;
    const sql = openPool({ ...server.admin, database }, { max: 1, name: 'bench' });
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const cpuMs = () =>
      Number.parseInt(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8'), 10) / 1e6;
    await sql`set role anon`;
    const calls = [
      (needle: string) => sql<{ total: number }[]>`
        select (public.search_catalogue(null, ${needle}) -> 'total')::int as total`,
      (needle: string) => sql<{ total: number }[]>`
        select (public.search_by_words(${needle}) -> 'total')::int as total`,
    ];
    const used = NEEDLES.map(() => calls.map((): number[] => []));
    const totals = NEEDLES.map(() => calls.map(() => 0));
    for (let round = -3; round < ROUNDS; round += 1) {
      for (const [n, [, needle]] of NEEDLES.entries()) {
        for (const [c, call] of calls.entries()) {
          const before = cpuMs();
          const [found] = await call(needle);
          if (round < 0) continue;
          used[n]?.[c]?.push(cpuMs() - before);
          (totals[n] as number[])[c] = found?.total ?? 0;
        }
      }
    }
    for (const [n, row] of rows.entries()) {
      const [exact = 0, words = 0] = (used[n] ?? []).map((each) => percentile(each, 0.5));
      const found = (totals[n] ?? []).map((total) => count(total)).join(' → ');
      row.push(found, exact.toFixed(1), words.toFixed(1), `${(words / exact).toFixed(1)}×`);
    }
    await sql.end();
  }
  const head = studios.flatMap(([items]) => [`found, ${count(items)}`, 'exact', 'words', 'ratio']);
  return table([['needle', ...head], ...rows]);
}

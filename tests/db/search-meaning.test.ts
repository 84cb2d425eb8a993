import { expect, test } from 'vitest';
import { asRole, useDatabase } from '#tests/support/database.ts';
import { STYLIST_QUERIES } from './stylist-queries.ts';

const demo = useDatabase({ seeded: true });

interface Found {
  name: string;
  category: string | null;
}

/** A visitor's first results: the names, and categories, of six items for each search. */
const seen = (queries: string[]) =>
  asRole(demo.db, { role: 'anon' }, async (sql) => {
    const rows = await sql<{ page: { items: Found[]; instead?: Found[] } }[]>`
      select search_by_words(q, size => 6) as page
      from unnest(${queries}::text[]) with ordinality as listed (q, n) order by n`;
    return rows.map(({ page: { items, instead = [] } }) =>
      [...items, ...instead]
        .slice(0, 6)
        .map(({ name, category }) => `${name} (category: ${category})`),
    );
  });

test(
  'at least 54 of 60 searches have what is meant among the first six',
  { tags: ['long'] },
  async () => {
    const queries = STYLIST_QUERIES.map(([q]) => q);
    expect(new Set(queries).size).toBe(60);
    const first = await seen(queries);
    const missed = STYLIST_QUERIES.flatMap(([q, meant], at) =>
      first[at]?.some((item) => meant.test(item)) ? [] : [{ q, first: first[at] }],
    );
    expect(missed).toSatisfy((queries: unknown[]) => queries.length <= 6);
  },
);

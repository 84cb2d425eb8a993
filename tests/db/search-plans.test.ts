import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const home = useDatabase();

beforeAll(async () => {
  const sql = home.db.owner;
  await sql`insert into prop_categories (name) select 'Category ' || n from generate_series(1, 40) n`;
  await sql`insert into props (name, price, created_at, category_id)
    select md5(n::text) || ' ' || md5((-n)::text), n % 900, now() - n * interval '1 minute', category.id
    from generate_series(1, 10000) n
      join (select id, row_number() over (order by name) as place from prop_categories) as category
        on category.place = 1 + n % 40`;
  await sql`analyze props`;
});

/** The plan of a search as `search_catalogue` runs it, as text. */
async function plan(call: {
  pattern?: string;
  chosen?: Record<string, string[]>;
  sort?: string;
  after?: [value: string, id: string];
}): Promise<string> {
  const { pattern = '%%', chosen = {}, sort = 'newest', after } = call;
  return home.db.owner.begin(async (sql) => {
    const [ids] = await sql<{ ids: string }[]>`
      select private.search_ids('prop', ${JSON.stringify(chosen)}::text::jsonb, ${pattern},
        ${pattern !== '%%'})::text as ids`;
    const [made] = await sql<{ statement: string }[]>`
      select private.search_statement('prop', ${JSON.stringify(chosen)}::text::jsonb,
        ${ids?.ids ?? '{}'}::text::jsonb, ${sort}, ${pattern !== '%%'}, ${after !== undefined}) as statement`;
    await sql.unsafe(
      `prepare search (text, jsonb, text, uuid, integer, text) as ${made?.statement ?? ''}`,
    );
    const literal = (text: string | undefined) =>
      text === undefined ? 'null' : `'${text.replaceAll("'", "''")}'`;
    const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain execute search (${literal(pattern)}, ${literal(ids?.ids)}, ${literal(after?.[0])},
        ${literal(after?.[1])}, 24, '${sort}')`,
    );
    await sql`deallocate search`;
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

const scans = (text: string, index: string) => text.split(`on ${index}`).length - 1;

test('a needle is looked up by its trigrams, for the counts and for the page', async () => {
  expect(scans(await plan({ pattern: '%c4ca4238%' }), 'props_search_idx')).toBe(2);
});

test.each([
  ['newest', 'props_newest_idx', '2030-01-01T00:00:00Z'],
  ['price_asc', 'props_price_idx', '500'],
  ['price_desc', 'props_price_idx', '500'],
  ['name', 'props_name_idx', 'm'],
])('a page by %s is read in the order of %s, from its cursor on', async (sort, index, value) => {
  const from = async (after?: [string, string]) => {
    const text = await plan({ sort, ...(after && { after }) });
    return { text, line: text.split('\n').findIndex((line) => line.includes(`using ${index} on`)) };
  };
  expect((await from()).line).toBeGreaterThan(-1);
  const { text, line } = await from([value, crypto.randomUUID()]);
  expect(text.split('\n')[line + 1]).toContain('Index Cond: (ROW(');
});

test('the ids of a chosen category are known to the planner', async () => {
  const text = await plan({ chosen: { category: ['category-7'] } });
  expect(text).toMatch(/category_id = ANY \('\{[0-9a-f-]{36}\}'::uuid\[\]\)/);
});

// @module-tag long
// @module-tag version
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
  await sql`analyze props, private.search_entries, private.search_words, private.search_marks,
    private.catalogue_counts`;
});

type Asked = {
  pattern?: string;
  chosen?: Record<string, string[]>;
  sort?: string;
  after?: [value: string, id: string];
};

/** The plans of the statements that `search_catalogue` runs, as text: for the counts and for the page. */
async function plans(asked: Asked): Promise<{ counts: string; page: string }> {
  const { pattern = '%%', chosen = {}, sort = 'newest', after } = asked;
  const searching = pattern !== '%%';
  const literal = (text: string | undefined) =>
    text === undefined ? 'null' : `'${text.replaceAll("'", "''")}'`;
  return home.db.owner.begin(async (sql) => {
    const json = JSON.stringify(chosen);
    const [ids] = await sql<{ ids: string }[]>`
      select private.search_ids('prop', ${json}::text::jsonb, ${pattern}, ${searching})::text as ids`;
    const known = ids?.ids ?? '{}';
    const [counting] = await sql<{ made: string }[]>`
      select private.count_statement('prop', ${json}::text::jsonb, ${known}::text::jsonb, ${searching}) as made`;
    await sql.unsafe(`prepare counts (text, jsonb, integer) as ${counting?.made ?? ''}`);
    const given = `(${literal(pattern)}, ${literal(known)}, 24)`;
    const counts = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain execute counts ${given}`);
    const [counted] = await sql.unsafe<{ answer: { pages: object[] } }[]>(
      `execute counts ${given}`,
    );
    const [answer] = Object.values(counted ?? {}) as { pages: object[] }[];
    const [paging] = await sql<{ made: string }[]>`
      select private.page_statement(${JSON.stringify(answer?.pages)}::text::jsonb, ${json}::text::jsonb,
        ${known}::text::jsonb, ${sort}, ${searching}, ${after !== undefined}) as made`;
    await sql.unsafe(
      `prepare page (text, jsonb, text, uuid, integer, text) as ${paging?.made ?? ''}`,
    );
    const page = await sql.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain execute page (${literal(pattern)}, ${literal(known)}, ${literal(after?.[0])},
        ${literal(after?.[1])}, 24, '${sort}')`,
    );
    await sql`deallocate counts`;
    await sql`deallocate page`;
    const text = (rows: { 'QUERY PLAN': string }[]) =>
      rows.map((row) => row['QUERY PLAN']).join('\n');
    return { counts: text(counts), page: text(page) };
  });
}

test('a rare search text is looked up by trigrams, and only its matches are read', async () => {
  const { counts, page } = await plans({ pattern: '%c4ca4238%' });
  const words = await home.db.owner<{ 'QUERY PLAN': string }[]>`
    explain select array(select word from private.search_words where word like '%c4ca4238%' limit 501)`;
  expect(words.map((line) => line['QUERY PLAN']).join()).toContain('on search_words_trigrams_idx');
  expect(counts).toContain('search_marks_pkey');
  expect(counts).not.toMatch(/on (props|search_entries)\b/);
  expect(page).toMatch(/search_entries_(text|counted)_idx/);
  expect(page).toContain('using props_pkey');
  expect(page).not.toMatch(/Seq Scan on (props|search_entries)/);
});

test('a search text of several words is counted in the entries with its trigrams', async () => {
  const { counts } = await plans({ pattern: '%849b 6bb6%' });
  expect(counts).toContain('on search_entries_text_idx');
  expect(counts).not.toMatch(/on (props|search_marks)\b/);
});

test('a very common search text is counted in the entries, and its page read in index order', async () => {
  const { counts, page } = await plans({ pattern: '%a%' });
  expect(counts).toContain('on search_entries');
  expect(counts).not.toMatch(/on (props|search_marks)\b/);
  expect(page).toContain('using props_newest_idx');
});

test('matches by the name of a lookup value are counted without reading items', async () => {
  await home.db.owner`insert into prop_brands (name) values ('Quixotic')`;
  await home.db
    .owner`update props set brand_id = (select id from prop_brands where name = 'Quixotic')
    where prop_id like '%7'`;
  const before = await entriesRead();
  const page = await home.db.owner`select search_catalogue('prop', 'quixot') as page`;
  expect(page[0]?.['page']).toMatchObject({ total: 1000 });
  expect((await entriesRead()) - before).toBe(0);
});

/** The number of entries read so far, from the server's statistics. */
async function entriesRead(): Promise<number> {
  await home.db.owner`select pg_stat_force_next_flush()`;
  const [read] = await home.db.owner<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_user_tables where relid = 'private.search_entries'::regclass`;
  return read?.rows ?? 0;
}

test('a selective filter reads its own items, not all items in order', async () => {
  await home.db.owner`insert into prop_categories (name) values ('Rarities')`;
  await home.db
    .owner`update props set category_id = (select id from prop_categories where name = 'Rarities')
    where prop_id like '%0007'`;
  const { page } = await plans({ chosen: { category: ['rarities'] } });
  expect(page).toContain('search_entries_counted_idx');
  expect(page).not.toContain('props_newest_idx');
});

test.each([
  ['newest', 'props_newest_idx', '2030-01-01T00:00:00Z'],
  ['price_asc', 'props_price_idx', '500'],
  ['price_desc', 'props_price_idx', '500'],
  ['name', 'props_name_idx', 'm'],
])('a page by %s is read in the order of %s, from its cursor on', async (sort, index, value) => {
  const from = async (after?: [string, string]) => {
    const { page: text } = await plans({ sort, ...(after && { after }) });
    return { text, line: text.split('\n').findIndex((line) => line.includes(`using ${index} on`)) };
  };
  expect((await from()).line).toBeGreaterThan(-1);
  const { text, line } = await from([value, crypto.randomUUID()]);
  expect(text.split('\n')[line + 1]).toContain('Index Cond: (ROW(');
});

test('the planner knows the ids of a selected category', async () => {
  const { page } = await plans({ chosen: { category: ['category-7'] } });
  expect(page).toMatch(/category_id = ANY \('\{[0-9a-f-]{36}\}'::uuid\[\]\)/);
});

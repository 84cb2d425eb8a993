import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { useCatalogue } from './catalogue.ts';
import type { Facet } from './catalogue.ts';

const catalogue = useCatalogue();

/** The filters of each kind, the sidebar's first, with their column and lookup. */
const KINDS: Record<
  string,
  { table: string; filters: Record<string, [column: string, lookup: string]> }
> = {
  prop: {
    table: 'props',
    filters: { category: ['category_id', 'prop_categories'], colour: ['color_id', 'colors'] },
  },
  cloth: {
    table: 'clothes',
    filters: {
      category: ['category_id', 'cloth_categories'],
      size: ['size_id', 'clothes_size_manager'],
      gender: ['gender_id', 'gender_options'],
    },
  },
  backdrop: {
    table: 'backdrops',
    filters: {
      size: ['size_id', 'backdrop_size_manager'],
      material: ['material_id', 'backdrop_materials'],
    },
  },
  gear: {
    table: 'gear',
    filters: {
      category: ['gear_category_id', 'gear_category_manager'],
      brand: ['gear_brand_id', 'gear_brands'],
    },
  },
  set: { table: 'sets', filters: { category: ['category', 'private.set_categories'] } },
  crew: { table: 'crews', filters: { category: ['category_id', 'crew_categories'] } },
};

/** Counts, search entries and marks that differ from the items; empty if all are right. */
const differences = async () => {
  const wrong: unknown[] = [];
  for (const [kind, { table, filters }] of Object.entries(KINDS)) {
    const values = Object.values(filters).map(([column]) => `${column}::text`);
    wrong.push(
      ...(await catalogue.sql.unsafe(
        `select * from (select array[${values.join(', ')}] as v, count(*) as n from ${table} where active group by 1) r
        full join (select lookup_ids[:${values.length}] as v, sum(items) as n from private.catalogue_counts
          where kind = '${kind}' group by 1 having sum(items) <> 0) c on c.v = r.v
        where r.n is distinct from c.n`,
      )),
      ...(await catalogue.sql.unsafe(
        `select * from (select id, search_text as text, array[${values.join(', ')}] as v from ${table} where active) i
        full join (select item_id as id, text, lookup_ids[:${values.length}] as v
          from private.search_entries e join private.catalogue_counts c on c.id = e.counted
          where e.kind = '${kind}') e on e.id = i.id and e.text = i.text and e.v = i.v
        where i.id is null or e.id is null`,
      )),
    );
  }
  wrong.push(
    ...(await catalogue.sql`select id, items, n from private.catalogue_counts
      full join (select counted as id, count(*) as n from private.search_entries group by 1) e using (id)
      where coalesce(items, 0) <> coalesce(n, 0)`),
    ...(await catalogue.sql`select * from (
        select distinct word, counted, place from private.search_entries,
          unnest(private.words_of(text) || keys) as word where word <> '') e
      full join (
        select word, counted, chunk * 64 + bit as place from private.search_marks, generate_series(0, 63) as bit
        where items >> bit & 1 = 1) m using (word, counted, place)
      where e is null or m is null or place not between 0 and (
        select places - 1 from private.catalogue_counts where id = counted)`),
    ...(await catalogue.sql`select word from private.search_marks where items = 0
      union all select word from private.search_marks
      where left(word, 1) <> U&'\\0001' and word not in (select word from private.search_words)
      union all select word from private.search_words where left(word, 1) = U&'\\0001'`),
    // Colour is no filter of clothes and backdrops, but has a key, and each entry has one.
    ...(await catalogue.sql`select e.item_id, e.keys from private.search_entries e
      left join (select id, color_id from clothes union all select id, color_id from backdrops) i on i.id = e.item_id
      where e.keys <> array_remove(array[U&'\\0001', U&'\\0001' || i.color_id::text], null) collate "C"`),
  );
  return wrong;
};

const WORKERS = 16;

/**
 * Statements of every sort that change the counts, varied by two random numbers. `mine` limits one
 * to its worker's rows, by code: two workers updating the same rows could deadlock on the rows
 * themselves, and this tests the counts only.
 */
const WRITES: ((n: number, m: number, mine: (code: string) => string) => string)[] = [
  () => `insert into props (name, category_id, color_id, active)
    select 'New ' || n, (select id from prop_categories order by random() limit 1),
      (select id from colors order by random() limit 1), random() < 0.8 from generate_series(1, 7) n`,
  (n, _, mine) =>
    `update props set active = not active where ${mine('prop_id')} and hashtext(slug) % 3 = ${n % 3}`,
  (
    n,
    m,
    mine,
  ) => `update props set category_id = (select id from prop_categories order by name offset ${n % 4} limit 1)
    where ${mine('prop_id')} and hashtext(slug) % 2 = ${m % 2}`,
  (n, m, mine) => `update props set active = ${m % 2 === 0},
    color_id = ${n % 3 ? '(select id from colors order by random() limit 1)' : 'null'} where ${mine('prop_id')}`,
  (n, _, mine) =>
    `update props set name = 'Renamed ' || name, brand_id = (select id from prop_brands order by name offset ${n % 3} limit 1)
    where ${mine('prop_id')} and length(name) < 60`,
  (_, __, mine) => `update props set price = price + 1 where ${mine('prop_id')}`,
  (n, _, mine) => `delete from props where ${mine('prop_id')} and hashtext(slug) % 5 = ${n % 5}`,
  (n) => `insert into clothes (name, category_id, size_id, gender_id, active)
    select 'Cloth', c.id, s.id, case when ${n % 2} = 0 then g.id end, true
    from cloth_categories c, clothes_size_manager s, gender_options g`,
  (
    _,
    __,
    mine,
  ) => `update clothes set size_id = (select id from clothes_size_manager order by random() limit 1),
    active = not active where ${mine('cloth_id')}`,
  (n) => `insert into sets (name, category) values ('Set', '${n % 2 ? 'set' : 'package'}')`,
  (
    _,
    __,
    mine,
  ) => `update sets set category = case category when 'set' then 'package' else 'set' end
    where ${mine('set_id')}`,
  () => `insert into crews (name, category_id) select 'Crew', id from crew_categories`,
  (_, __, mine) =>
    `update backdrops set material_id = null, active = not active where ${mine('backdrop_id')}`,
  () => `insert into gear (name, gear_brand_id) select 'Gear', id from gear_brands`,
  (
    _,
    __,
    mine,
  ) => `insert into props (id, name) select id, name from props where ${mine('prop_id')} limit 5
    on conflict (id) do update set active = not props.active, color_id = null`,
];

describe('the counts', () => {
  let crowd: Database | null = null;
  beforeAll(async () => {
    crowd = await openDatabase(catalogue.options, { requestConnections: 16 });
  });
  afterAll(() => crowd?.close());

  test('are right after migrating a database with items, and after inserts', async () => {
    expect(await differences()).toEqual([]);
  });

  /** Sixteen workers, each on a connection of its own, run this many statements in sequence. */
  const work = async (rounds: number, statement: (worker: number) => string) => {
    const db = crowd;
    if (!db) throw new Error('No connections.');
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        for (let round = 0; round < rounds; round += 1) {
          await db.requests.begin(async (sql) => {
            await sql`select set_config('role', 'service_role', true)`;
            await sql.unsafe(statement(worker));
          });
        }
      }),
    );
  };
  const mine = (worker: number) => (code: string) =>
    `abs(hashtext(${code})) % ${WORKERS} = ${worker}`;

  test(
    'are right after 400 random concurrent writes, none of which fails',
    { tags: ['long'] },
    async () => {
      let seed = 7;
      const random = () => (seed = (seed * 48_271) % 2_147_483_647);
      await work(
        25,
        (worker) => WRITES[random() % WRITES.length]?.(random(), random(), mine(worker)) ?? '',
      );
      expect(await differences()).toEqual([]);
    },
  );

  test(
    'do not deadlock when concurrent statements update the same counts',
    { tags: ['long'] },
    async () => {
      // Each moves its own rows, through every category and colour at once.
      let round = 0;
      const choice = (lookup: string) => `(select id from ${lookup}
      order by md5(id::text || props.prop_id || ${(round += 1)}) limit 1)`;
      await work(
        12,
        (worker) => `update props set active = true, category_id = ${choice('prop_categories')},
        color_id = ${choice('colors')} where ${mine(worker)('prop_id')}`,
      );
      expect(await differences()).toEqual([]);
    },
  );

  test('are rolled back with their write', async () => {
    const before = await catalogue.search({ kind: 'prop' });
    await catalogue.sql
      .begin(async (sql) => {
        await sql`update props set active = false`;
        throw new Error('Undo.');
      })
      .catch(() => null);
    expect((await catalogue.search({ kind: 'prop' })).total).toBe(before.total);
    expect(await differences()).toEqual([]);
  });

  test('are right after a truncate, and can be recounted', async () => {
    const sql = catalogue.sql;
    await sql`truncate gear`;
    expect((await catalogue.search({ kind: 'gear' })).total).toBe(0);
    await sql`insert into gear (name) values ('Back again')`;
    expect(await differences()).toEqual([]);
    await sql`update private.catalogue_counts set items = items + 3`;
    await sql`delete from private.search_entries where kind = 'cloth'`;
    await sql`update private.search_entries set text = 'else' where kind = 'set'`;
    await sql`update private.search_marks set items = 5 where word like 'a%'`;
    await sql`delete from private.search_words where word like 'b%'`;
    expect(await differences()).not.toEqual([]);
    await sql`select private.recount_catalogue()`;
    expect(await differences()).toEqual([]);
  });
});

describe('a page without a search text', () => {
  async function expectCounted(kind: string): Promise<void> {
    const { table, filters } = KINDS[kind]!;
    const sql = catalogue.sql;
    const slugs = async (lookup: string) =>
      (await sql.unsafe<{ slug: string }[]>(`select slug from ${lookup} order by slug`)).map(
        ({ slug }) => slug,
      );
    // None, one and two values of each filter, in every combination.
    let choices: Record<string, string[]>[] = [{}];
    for (const [key, [, lookup]] of Object.entries(filters)) {
      const all = await slugs(lookup);
      const options = [[], all.slice(0, 1), all.slice(-2), ['unknown']];
      choices = choices.flatMap((choice) =>
        options.map((values) => ({ ...choice, [key]: values })),
      );
    }
    const where = (choice: Record<string, string[]>, but?: string) =>
      Object.entries(filters)
        .filter(([key]) => key !== but && (choice[key] ?? []).length > 0)
        .map(([key, [column, lookup]]) => {
          const list = (choice[key] ?? []).map((slug) => `'${slug}'`).join(', ');
          return `and ${column} in (select id from ${lookup} where slug in (${list}))`;
        })
        .join(' ');
    for (const choice of choices) {
      const page = await catalogue.search({ kind, filters: choice, size: 1 });
      const [counted] = await sql.unsafe<{ n: number }[]>(
        `select count(*)::int as n from ${table} where active ${where(choice)}`,
      );
      expect([choice, page.total]).toEqual([choice, counted?.n]);
      for (const [key, [column, lookup]] of Object.entries(filters)) {
        const facets = await sql.unsafe<{ value: string; count: number }[]>(
          `select l.slug as value, count(t.id)::int as count from ${lookup} l
          left join (select id, ${column} from ${table} where active ${where(choice, key)}) t on t.${column} = l.id
        group by l.slug having count(t.id) > 0 or l.slug = any ($1) or $2 order by l.slug`,
          [choice[key] ?? [], key === Object.keys(filters)[0]],
        );
        const found = (page.facets[key] ?? []).map(({ value, count }: Facet) => ({
          value,
          count,
        }));
        expect([choice, key, found.toSorted((a, b) => (a.value < b.value ? -1 : 1))]).toEqual([
          choice,
          key,
          [...facets],
        ]);
      }
    }
  }
  test.each(['prop', 'set'])(
    'of %s has the total and facets of any selected filters',
    expectCounted,
  );
  test.each(Object.keys(KINDS).filter((kind) => !['prop', 'set'].includes(kind)))(
    'of %s has them, too',
    { tags: ['long'] },
    expectCounted,
  );

  test('counts without reading items', async () => {
    const [before, after] = await catalogue.sql.begin(async (sql) => {
      const read = () => sql<{ rows: number }[]>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relid = 'public.props'::regclass`;
      const [first] = await read();
      await sql`select search_catalogue('prop', size => 1)`;
      const [second] = await read();
      return [first, second];
    });
    expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBeLessThan(10);
  });
});

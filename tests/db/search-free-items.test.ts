// @module-tag long
// @module-tag version
import { beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { ACTIVE, useCatalogue } from './catalogue.ts';
import type { Call, Page } from './catalogue.ts';
import { refusal } from './studio.ts';

const catalogue = useCatalogue();
const free = ACTIVE.filter((prop) => prop.price === 0);
/** Here the only item of each other kind is free: cloth, backdrop, gear, set and crew. */
const OTHERS = ['Silk drape', 'Storm', 'Softbox'];

async function search(call: Omit<Call, 'kind'> = {}): Promise<Page> {
  return asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ page: Page }[]>`select search_free_items(
      q => ${call.q ?? ''}, category => ${call.category ?? null},
      filters => ${JSON.stringify(call.filters ?? {})}::text::jsonb, sort => ${call.sort ?? null},
      cursor => ${call.cursor ?? null}, size => ${call.size ?? 100}) as page`;
    if (!row) throw new Error('No answer.');
    return row.page;
  });
}
const names = (page: Page) => page.items.map((item) => item.name);

beforeAll(async () => {
  await catalogue.sql`insert into props (name, price) values ('Costly storm glass', 1)`;
  await catalogue.sql`insert into gear (name, price, active) values ('Broken storm fan', 0, false)`;
});

describe('the free items', () => {
  test('are active props, clothes, backdrops and gear at no price, and nothing else', async () => {
    const page = await search();
    expect(page.total).toBe(free.length + OTHERS.length);
    expect(names(page).toSorted()).toEqual(
      [...free.map((prop) => prop.name), ...OTHERS].toSorted(),
    );
    expect(page.items.every((item) => item.price === 0)).toBe(true);
    expect(page.facets).toEqual({
      kind: [
        { value: 'prop', label: 'Props', count: free.length },
        { value: 'cloth', label: 'Clothes', count: 1 },
        { value: 'backdrop', label: 'Backdrops', count: 1 },
        { value: 'gear', label: 'Gear', count: 1 },
      ],
    });
    expect(page.next).toBeNull();
  });

  test('look like the items of the search, second label included', async () => {
    const { items } = await search({ q: 'muslin' });
    expect(items.map((item) => [item.name, item.label])).toEqual([['Storm', 'Muslin']]);
    expect((await catalogue.search({ kind: 'backdrop' })).items).toContainEqual(items[0]);
  });

  // Searched are name, second label and type only (docs/product/search.md).
  test.each([
    ['the name', 'SILK DR', ['Silk drape']],
    ['a brand', 'godox', ['Softbox']],
    ['a material', 'Muslin', ['Storm']],
    ['the type', 'backdrop', ['Storm']],
    ['a part of the type', 'LOTH', ['Silk drape']],
    ['no code', 'BDP-', []],
    ['no category', 'saris', []],
    ['no description', 'cloudy', []],
    ['no wildcard', '_torm', []],
  ])('are searched by %s', async (_, q, found) => {
    expect(names(await search({ q }))).toEqual(found);
  });

  test('are filtered by kind, while every kind keeps its count', async () => {
    const page = await search({ category: 'prop' });
    expect(page.total).toBe(free.length);
    expect(page.items.every((item) => item.kind === 'prop')).toBe(true);
    expect(page.facets['kind']).toHaveLength(4);
    expect((await search({ filters: { kind: ['cloth', 'gear'] }, sort: 'name' })).total).toBe(2);
    expect((await search({ category: 'crew' })).total).toBe(0);
  });

  test('are listed by name by default', async () => {
    const page = await search();
    expect(page.items).toEqual((await search({ sort: 'name' })).items);
    expect(names(page)).toEqual(
      names(page).toSorted(new Intl.Collator('en', { numeric: true }).compare),
    );
  });

  test.each(['newest', 'price_asc', 'price_desc', 'name'])(
    'come page by page in the order %s, each once',
    async (sort) => {
      const whole = await search({ sort });
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await search({ sort, cursor, size: 7 });
        expect(page.total).toBe(whole.total);
        found.push(...page.items.map((item) => item.id));
        cursor = page.next;
      } while (cursor !== null && found.length < 1000);
      expect(found).toEqual(whole.items.map((item) => item.id));
    },
  );

  test.each([
    [{ sort: 'random()' }, 'sort must be newest, price_asc, price_desc or name.'],
    [{ size: 0 }, 'size must be between 1 and 100.'],
    [{ size: 101 }, 'size must be between 1 and 100.'],
    [{ filters: { brand: ['x'] } }, 'There is no filter "brand" here.'],
    [{ cursor: 'nonsense' }, 'The cursor does not belong to this list.'],
  ])('%j is refused', async (call, message) => {
    expect(await refusal(search(call))).toMatchObject({ code: 'PT400', message });
  });
});

test('items with a price are not read', async () => {
  const sql = catalogue.sql;
  await sql`insert into props (name, price, created_at)
    select md5(n::text), 1 + n % 900, now() - n * interval '1 minute' from generate_series(1, 10000) n`;
  await sql`analyze props`;
  const plan = await sql.begin(async (transaction) => {
    const [made] = await transaction<{ statement: string }[]>`
      select private.free_items_statement('newest') as statement`;
    await transaction.unsafe(
      `prepare free (text, text[], text, uuid, integer, text, boolean) as ${made?.statement ?? ''}`,
    );
    const rows = await transaction.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain execute free ('%lamp%', null, null, null, 24, 'newest', false)`,
    );
    await transaction`deallocate free`;
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('props_price_idx');
  expect(plan).not.toContain('Seq Scan on props');
});

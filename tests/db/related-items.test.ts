import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { useCatalogue } from './catalogue.ts';
import type { Item } from './catalogue.ts';
import { refusal } from './studio.ts';

const catalogue = useCatalogue();

const related = (kind: string | null, id: string | null, count: number | null = 8) =>
  asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ items: Item[] }[]>`
      select related_items(${kind}, ${id}, ${count}) as items`;
    return row?.items ?? [];
  });

/** The number of adjacent items of the same kind. */
const pairs = (items: Item[]) => items.filter((item, at) => item.kind === items[at - 1]?.kind);

let chosen: { id: string; category: string };
beforeAll(async () => {
  // why by name: ids are random, and the two items that are named most like some rugs are no rugs.
  const [row] = await catalogue.sql<{ id: string; category: string }[]>`
    select props.id, c.name as category from props join prop_categories c on c.id = category_id
    where active and c.name = 'Rugs' order by props.name limit 1 offset 3`;
  if (!row) throw new Error('There is no rug.');
  chosen = row;
});

describe('related items', () => {
  test('are of its category first, every other one of another kind', async () => {
    const items = await related('prop', chosen.id);
    expect(items).toHaveLength(8);
    expect(items.map((item) => item.kind === 'prop')).toEqual(items.map((_, at) => at % 2 === 0));
    expect(items.filter((item) => item.kind === 'prop').map((item) => item.category)).toEqual(
      Array(4).fill('Rugs'),
    );
    expect(new Set(items.map((item) => item.id)).size).toBe(8);
    expect(items.map((item) => item.id)).not.toContain(chosen.id);
    expect(pairs(items)).toEqual([]);
  });

  test('stay the same, and differ from item to item', async () => {
    const [other] = await catalogue.sql<{ id: string }[]>`
      select id from props where active and category_id = (select category_id from props where id = ${chosen.id})
        and id <> ${chosen.id} order by id desc limit 1 offset 9`;
    const ids = async (id: string) => (await related('prop', id)).map((item) => item.id);
    expect(await ids(chosen.id)).toEqual(await ids(chosen.id));
    expect(await ids(other?.id ?? '')).not.toEqual(await ids(chosen.id));
  });

  test('look like the items of the search', async () => {
    const items = await related(
      'set',
      (await catalogue.search({ kind: 'set' })).items[0]?.id ?? '',
    );
    for (const item of items) {
      const { items: found } = await catalogue.search({ kind: item.kind, size: 100, q: item.name });
      expect(found).toContainEqual(item);
    }
  });

  test('continue with other categories, also for an item without one', async () => {
    const names = async (id: string) =>
      (await related('prop', id, 24))
        .filter((item) => item.kind === 'prop')
        .map((item) => item.category);
    const [alone] = await catalogue.sql<{ id: string }[]>`
      with c as (insert into prop_categories (name) values ('Alone') returning id)
      insert into props (name, category_id) select listed, c.id from c, unnest(array['One', 'Two']) listed
      returning id`;
    const categories = await names(alone?.id ?? '');
    expect(categories[0]).toBe('Alone');
    expect(categories.slice(1)).not.toContain('Alone');
    expect(categories.length).toBeGreaterThan(12);
    const [none] = await catalogue.sql<{ id: string }[]>`
      select id from props where category_id is null and active limit 1`;
    expect((await names(none?.id ?? '')).length).toBeGreaterThan(12);
  });

  test('of any kind are returned up to the requested number, active ones only', async () => {
    const all = await catalogue.sql<{ kind: string; id: string }[]>`
      select distinct on (type) type as kind, id from catalogue_items where active order by type, id`;
    expect(all).toHaveLength(6);
    const [{ inactive } = { inactive: [] }] = await catalogue.sql<{ inactive: string[] }[]>`
      select array_agg(id) as inactive from catalogue_items where not active`;
    for (const { kind, id } of all) {
      for (const count of [1, 2, 7, 24]) {
        const items = await related(kind, id, count);
        expect([kind, items.length]).toEqual([kind, count]);
        expect(items.filter((item) => item.id === id || inactive.includes(item.id))).toEqual([]);
      }
    }
  });

  test('of a deleted item are the remaining ones', async () => {
    expect(await related('prop', randomUUID())).toHaveLength(8);
  });

  test.each([
    ['car', randomUUID(), 8, /^There is no kind "car"\.$/],
    [null, randomUUID(), 8, /^There is no kind/],
    ['prop', null, 8, /^An id is required\.$/],
    ['prop', randomUUID(), 0, /^count must be between 1 and 24\.$/],
    ['prop', randomUUID(), 25, /^count must be between 1 and 24\.$/],
  ])('of %s %s, %s are refused', async (kind, id, count, message) => {
    expect(await refusal(related(kind, id, count))).toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(message),
    });
  });
});

describe('neighbours', () => {
  /** The minimum number of equal neighbours over all orders of these kinds. */
  const least = (kinds: string[]) => {
    const most = Math.max(0, ...kinds.map((kind) => kinds.filter((each) => each === kind).length));
    return Math.max(0, 2 * most - kinds.length - 1);
  };

  test('are of different kinds wherever possible, and no item is lost', async () => {
    for (let round = 0; round < 60; round += 1) {
      const given = Array.from({ length: round % 12 }, (_, at) => ({
        kind: 'abcd'[(at * at * 7 + round * (at + 3)) % (1 + (round % 4))] ?? 'a',
        at,
      }));
      const [row] = await catalogue.sql<{ items: typeof given }[]>`
        select private.apart(${JSON.stringify(given)}::text::jsonb) as items`;
      const items = row?.items ?? [];
      expect(items.map((item) => item.at).toSorted((a, b) => a - b)).toEqual(
        given.map((item) => item.at),
      );
      const equal = items.filter((item, at) => item.kind === items[at - 1]?.kind).length;
      expect({ given, equal }).toEqual({ given, equal: least(given.map((item) => item.kind)) });
    }
  });
});

test('no kind is scanned completely, however many items it has', { tags: ['long'] }, async () => {
  await catalogue.sql`insert into props (name, category_id)
    select 'Many ' || n, (select id from prop_categories where name = 'Rugs') from generate_series(1, 5000) n`;
  await catalogue.sql`analyze props`;
  const [before, after] = await catalogue.sql.begin(async (sql) => {
    const now = () => sql<{ rows: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relid = 'public.props'::regclass`;
    const [first] = await now();
    await sql`select related_items('prop', ${chosen.id})`;
    const [second] = await now();
    return [first, second];
  });
  expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBeLessThan(200);
});

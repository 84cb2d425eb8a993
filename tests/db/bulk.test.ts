import { describe, expect, test } from 'vitest';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

type Changed = { id: string; updated_at: string; was: Record<string, unknown> }[];
type Restored = { restored: number; kept: { id: string; code: string; name: string }[] };

const change = async (
  kind: string,
  ids: string[],
  values: object,
  caller: CallerName = 'inventory_user',
) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ told: { changed: Changed } }[]>`
      select change_items(${kind}, ${ids}::uuid[], ${JSON.stringify(values)}::text::jsonb) as told`;
    return row!.told.changed;
  });
const restore = async (kind: string, changed: unknown) =>
  committedAs(studio.db, studio.who('inventory_user'), async (sql) => {
    const [row] = await sql<{ told: Restored }[]>`
      select restore_items(${kind}, ${JSON.stringify(changed)}::text::jsonb) as told`;
    return row!.told;
  });

/** Adds items that nothing else in this file touches. */
const made = async (table: string, names: string[], extra = ['', '']) => {
  const rows = await studio.db.owner.unsafe<{ id: string }[]>(
    `insert into ${table} (name, price${extra[0]}) select name, 100${extra[1]}
     from unnest($1::text[]) with ordinality as given (name, n) order by n returning id`,
    [names],
  );
  return rows.map(({ id }) => id);
};
const standing = async (table: string, columns: string, ids: string[]) => [
  ...(await studio.db.owner.unsafe(
    `select ${columns} from ${table} where id = any ($1::uuid[]) order by name`,
    [ids],
  )),
];
const lookupId = async (table: string, label = 'name') => {
  const [row] = await studio.db.owner.unsafe<{ id: string }[]>(
    `select id from ${table} where ${label} = 'Spare'`,
  );
  return row!.id;
};

describe('changing items at once', () => {
  test.each([
    ['prop', 'props', ['', ''], 'category', 'prop_categories', 'category_id'],
    ['cloth', 'clothes', ['', ''], 'brand', 'cloth_brands', 'brand_id'],
    ['gear', 'gear', ['', ''], 'category', 'gear_category_manager', 'gear_category_id'],
    ['crew', 'crews', ['', ''], 'category', 'crew_categories', 'category_id'],
  ])(
    'changes every value of a %s, and restores exactly what was',
    async (kind, table, extra, key, lookup, column) => {
      const ids = await made(table, ['A', 'B'], extra);
      await studio.db.owner.unsafe(`update ${table} set price = 7.25 where id = $1`, [ids[1]!]);
      const category = await lookupId(lookup);
      const columns = `active, in_studio, price::float, ${column}`;
      const before = await standing(table, columns, ids);
      const changed = await change(kind, ids, {
        active: false,
        in_studio: true,
        price: 250.5,
        [key]: category,
      });
      expect(changed).toHaveLength(2);
      expect(await standing(table, columns, ids)).toEqual(
        [1, 2].map(() => ({ active: false, in_studio: true, price: 250.5, [column]: category })),
      );
      expect(await restore(kind, changed)).toEqual({ restored: 2, kept: [] });
      expect(await standing(table, columns, ids)).toEqual(before);
    },
  );

  test('knows the two categories of sets, and the sizes of backdrops', async () => {
    const sets = await made('sets', ['Loft'], [', category', `, 'set'`]);
    const changed = await change('set', sets, { category: 'package' });
    expect(await standing('sets', 'category', sets)).toEqual([{ category: 'package' }]);
    expect(changed.map(({ was }) => was)).toEqual([{ category: 'set' }]);
    const backdrops = await made('backdrops', ['Grey'], [', length_feet, width_feet', ', 1, 1']);
    const size = await lookupId('backdrop_size_manager', 'size_value');
    await change('backdrop', backdrops, { size });
    expect(await standing('backdrops', 'size_id', backdrops)).toEqual([{ size_id: size }]);
  });

  test('leaves alone what is so already', async () => {
    const ids = await made('props', ['On', 'Off']);
    await studio.db.owner`update props set active = false where id = ${ids[1]!}`;
    const changed = await change('prop', ids, { active: true });
    expect(changed.map(({ id }) => id)).toEqual([ids[1]]);
    expect(changed[0]!.was).toEqual({ active: false });
  });

  test('undo keeps and names what somebody changed since', async () => {
    const ids = await made('props', ['Mine', 'Theirs']);
    const changed = await change('prop', ids, { price: 900 });
    await studio.db.owner`update props set price = 950 where id = ${ids[1]!}`;
    const told = await restore('prop', changed);
    expect(told).toEqual({
      restored: 1,
      kept: [{ id: ids[1], code: expect.stringMatching(/^PRP-/), name: 'Theirs' }],
    });
    expect(await standing('props', 'name, price::float', ids)).toEqual([
      { name: 'Mine', price: 100 },
      { name: 'Theirs', price: 950 },
    ]);
    expect((await restore('prop', changed)).restored).toBe(0);
  });

  test.each([
    [{ active: false, price: -1 }, 'PT422'],
    [{ price: 0.001 }, 'PT422'],
    [{ price: 1e9 }, 'PT422'],
    [{ price: '100' }, 'PT422'],
    [{ category: '00000000-0000-0000-0000-000000000000' }, 'PT422'],
    [{ category: 'no uuid' }, 'PT422'],
    [{ active: 'yes' }, 'PT400'],
    [{ active: null }, 'PT400'],
    [{ name: 'Same' }, 'PT400'],
    [{ prop_id: 'PRP-1' }, 'PT400'],
    [{}, 'PT400'],
    [[], 'PT400'],
  ])('refuses %j and changes nothing', async (values, code) => {
    const ids = await made('props', ['Kept']);
    expect((await refusal(change('prop', ids, values))).code).toBe(code);
    expect(await standing('props', 'active, price::float', ids)).toEqual([
      { active: true, price: 100 },
    ]);
  });

  test('changes none when one is gone, and none without a choice', async () => {
    const ids = await made('props', ['There']);
    const gone = '00000000-0000-0000-0000-000000000000';
    expect(await refusal(change('prop', [...ids, gone], { active: false }))).toMatchObject({
      code: 'PT404',
      message: 'Some of the items are no longer there.',
    });
    expect(await standing('props', 'active', ids)).toEqual([{ active: true }]);
    expect((await refusal(change('prop', [], { active: false }))).code).toBe('PT422');
    expect((await refusal(change('chair', ids, { active: false }))).code).toBe('PT400');
  });

  test.each(['anon', 'no profile'] as const)('refuses %s', async (caller) => {
    const ids = await made('props', ['Safe']);
    expect((await refusal(change('prop', ids, { active: false }, caller))).code).toBe('42501');
  });
});

describe('all that match', () => {
  const matching = (args: string, values: string[] = []) =>
    studio.as('crm_user', async (sql) => {
      const [row] = await sql.unsafe<{ ids: string[] }[]>(
        `select matching_items(${args}) as ids`,
        values,
      );
      return row!.ids;
    });

  test('are the ids of the list with its search and filters', async () => {
    const ids = await made('props', ['Findable one', 'Findable two', 'Findable off']);
    await studio.db.owner`update props set active = false where id = ${ids[2]!}`;
    expect((await matching(`'prop', 'findable'`)).toSorted()).toEqual(ids.toSorted());
    expect((await matching(`'prop', 'findable', '{"active": true}'`)).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    );
    expect(await matching(`'prop', 'nothing of that name'`)).toEqual([]);
  });

  test('are refused over 5,000', async () => {
    await studio.db
      .owner`insert into gear (name, price) select 'Many ' || n, 1 from generate_series(1, 5001) as n`;
    expect(await refusal(matching(`'gear', 'many'`))).toMatchObject({
      code: 'PT422',
      message: 'More than 5,000 items match. Narrow the list first.',
    });
  });
});

describe('a list as a file', () => {
  type Part = {
    total: number | null;
    items: { id: string; name: string; code: string; names: object }[];
    next: string | null;
  };
  const part = (cursor: string | null, size: number, q = 'exported') =>
    studio.as('inventory_user', async (sql) => {
      const [row] = await sql<{ part: Part }[]>`
        select export_inventory('crew', ${q}, '{"active": true}', ${cursor}, ${size}) as part`;
      return row!.part;
    });

  test('comes in parts, each item once, newest first', async () => {
    await studio.db.owner`insert into crews (name, category_id)
      select 'Exported ' || n, (select id from crew_categories where name = 'Used') from generate_series(1, 25) as n`;
    const items: Part['items'] = [];
    const totals: Part['total'][] = [];
    let cursor: string | null = null;
    do {
      const told: Part = await part(cursor, 10);
      items.push(...told.items);
      totals.push(told.total);
      cursor = told.next;
    } while (cursor);
    expect(new Set(items.map(({ id }) => id)).size).toBe(25);
    expect(totals).toEqual([25, null, null]);
    expect(items[0]).toMatchObject({
      code: expect.stringMatching(/^CRW-/),
      names: { category: 'Used' },
    });
    const ordered = await studio.db.owner<{ id: string }[]>`
      select id from crews where name like 'Exported%' order by created_at desc, id desc`;
    expect(items.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
  });

  test('refuses another cursor and size', async () => {
    for (const cursor of ['x', '2026-01-01', '2026-01-01 x']) {
      expect((await refusal(part(cursor, 10))).message).toBe(
        'The cursor does not belong to this list.',
      );
    }
    expect((await refusal(part(null, 1001))).code).toBe('PT400');
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

type Restored = {
  restored: number;
  kept: number;
  items: { id: string; code: string; name: string }[];
};

const change = async (
  kind: string,
  ids: string[],
  values: object,
  { batch = randomUUID(), caller = 'inventory_user' }: { batch?: string; caller?: CallerName } = {},
) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ told: { changed: number } }[]>`
      select change_items(${kind}, ${ids}::uuid[], ${JSON.stringify(values)}::text::jsonb, ${batch}) as told`;
    return { batch, ...row!.told };
  });
const undo = async (batch: string, caller: CallerName = 'inventory_user') =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ told: Restored }[]>`select undo_items(${batch}) as told`;
    return row!.told;
  });
/** The log of a batch as staff read it. */
const logged = (batch: string, caller: CallerName = 'inventory_user') =>
  studio.as(caller, async (sql) => [
    ...(await sql<{ name: string; was: object; became: object }[]>`
      select name, was, became from item_changes where batch_id = ${batch} order by name`),
  ]);

/** Adds items that no other test in this file changes. */
const made = async (table: string, names: string[], extra = ['', '']) => {
  const rows = await studio.db.owner.unsafe<{ id: string }[]>(
    `insert into ${table} (name, price${extra[0]}) select name, 100${extra[1]}
     from unnest($1::text[]) with ordinality as given (name, n) order by n returning id`,
    [names],
  );
  return rows.map(({ id }) => id);
};
const currentRows = async (table: string, columns: string, ids: string[]) => [
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
    'changes every value of a %s, and undo restores the exact old values',
    async (kind, table, extra, key, lookup, column) => {
      const ids = await made(table, ['A', 'B'], extra);
      await studio.db.owner.unsafe(`update ${table} set price = 7.25 where id = $1`, [ids[1]!]);
      const category = await lookupId(lookup);
      const columns = `active, in_studio, price::float, ${column}`;
      const before = await currentRows(table, columns, ids);
      const { batch, changed } = await change(kind, ids, {
        active: false,
        in_studio: true,
        price: 250.5,
        [key]: category,
      });
      expect(changed).toBe(2);
      expect(await currentRows(table, columns, ids)).toEqual(
        [1, 2].map(() => ({ active: false, in_studio: true, price: 250.5, [column]: category })),
      );
      const former = (price: number) => ({ active: true, in_studio: false, price, [column]: null });
      const now = { active: false, in_studio: true, price: 250.5, [column]: category };
      expect(await logged(batch)).toEqual([
        { name: 'A', was: former(100), became: now },
        { name: 'B', was: former(7.25), became: now },
      ]);
      expect(await undo(batch)).toEqual({ restored: 2, kept: 0, items: [] });
      expect(await currentRows(table, columns, ids)).toEqual(before);
    },
  );

  test('handles the two categories of sets, and the sizes of backdrops', async () => {
    const sets = await made('sets', ['Loft'], [', category', `, 'set'`]);
    const { batch } = await change('set', sets, { category: 'package' });
    expect(await currentRows('sets', 'category', sets)).toEqual([{ category: 'package' }]);
    expect(await logged(batch)).toEqual([
      { name: 'Loft', was: { category: 'set' }, became: { category: 'package' } },
    ]);
    await undo(batch);
    expect(await currentRows('sets', 'category', sets)).toEqual([{ category: 'set' }]);
    const backdrops = await made('backdrops', ['Grey'], [', length_feet, width_feet', ', 1, 1']);
    const size = await lookupId('backdrop_size_manager', 'size_value');
    await change('backdrop', backdrops, { size });
    expect(await currentRows('backdrops', 'size_id', backdrops)).toEqual([{ size_id: size }]);
  });

  test('skips items that already have the value', async () => {
    const ids = await made('props', ['On', 'Off']);
    await studio.db.owner`update props set active = false where id = ${ids[1]!}`;
    const { batch, changed } = await change('prop', ids, { active: true });
    expect(changed).toBe(1);
    expect(await logged(batch)).toEqual([
      { name: 'Off', was: { active: false }, became: { active: true } },
    ]);
    const nothing = await change('prop', ids, { active: true });
    expect(nothing.changed).toBe(0);
    expect((await refusal(undo(nothing.batch))).code).toBe('PT404');
  });

  test('a retry after a lost answer changes nothing twice', async () => {
    const ids = await made('props', ['Once']);
    const { batch } = await change('prop', ids, { price: 900 });
    await studio.db.owner`update props set price = 950 where id = ${ids[0]!}`;
    expect(await change('prop', ids, { price: 900 }, { batch })).toEqual({ batch, changed: 1 });
    expect(await currentRows('props', 'price::float', ids)).toEqual([{ price: 950 }]);
    expect((await refusal(change('prop', ids, { price: 5 }, { batch }))).code).toBe('PT409');
  });

  test('undo keeps and reports values edited since', async () => {
    const ids = await made('props', ['Mine', 'Renamed', 'Theirs']);
    const { batch } = await change('prop', ids, { price: 900 });
    await studio.db.owner`update props set description = 'New' where id = ${ids[1]!}`;
    await studio.db.owner`update props set price = 950 where id = ${ids[2]!}`;
    expect(await undo(batch, 'crm_user')).toEqual({
      restored: 2,
      kept: 1,
      items: [{ id: ids[2], code: expect.stringMatching(/^PRP-/), name: 'Theirs' }],
    });
    expect(await currentRows('props', 'name, price::float, description', ids)).toEqual([
      { name: 'Mine', price: 100, description: '' },
      { name: 'Renamed', price: 100, description: 'New' },
      { name: 'Theirs', price: 950, description: '' },
    ]);
    expect(await refusal(undo(batch))).toMatchObject({
      code: 'PT409',
      message: 'This change was undone already.',
    });
  });

  test('changes are undone in any order, and an undo can be undone', async () => {
    const ids = await made('props', ['Stacked']);
    const price = await change('prop', ids, { price: 900 });
    const off = await change('prop', ids, { active: false });
    await undo(price.batch);
    const columns = 'price::float, active';
    expect(await currentRows('props', columns, ids)).toEqual([{ price: 100, active: false }]);
    const [undone] = await studio.db.owner<{ id: string }[]>`
      select id from item_batches where undoes = ${price.batch} and what = 'undo' and changed = 1`;
    await undo(undone!.id);
    await undo(off.batch);
    expect(await currentRows('props', columns, ids)).toEqual([{ price: 900, active: true }]);
  });

  test('undo reports an old value that is no longer listed, and changes nothing', async () => {
    const [old] = await studio.db.owner<{ id: string }[]>`
      insert into prop_brands (name) values ('Short-lived') returning id`;
    const ids = await made('props', ['Branded']);
    await studio.db.owner`update props set brand_id = ${old!.id} where id = ${ids[0]!}`;
    const { batch } = await change('prop', ids, { brand: null });
    await studio.db.owner`delete from prop_brands where id = ${old!.id}`;
    expect(await refusal(undo(batch))).toMatchObject({
      code: 'PT409',
      message: 'Some of the former values can no longer be set: they were removed from their list.',
    });
    const [kept] = await studio.db.owner`select undone_at from item_batches where id = ${batch}`;
    expect(kept).toEqual({ undone_at: null });
  });

  test('the log drops batches after 90 days, and keeps the newest 200 of a kind', async () => {
    const ids = await made('crews', ['Logged']);
    await studio.db.owner`insert into item_batches (kind, user_id, what, created_at)
      select 'crew', ${ids[0]!}, 'change', now() - n * interval '1 minute' from generate_series(1, 200) as n`;
    await studio.db.owner`insert into item_batches (kind, user_id, what, created_at)
      values ('gear', ${ids[0]!}, 'change', now() - interval '91 days')`;
    const { batch } = await change('crew', ids, { price: 900 });
    const [crew] = await studio.db.owner<{ n: number; newest: boolean }[]>`
      select count(*)::int as n, bool_or(id = ${batch}) as newest from item_batches where kind = 'crew'`;
    expect(crew).toEqual({ n: 200, newest: true });
    expect([
      ...(await studio.db
        .owner`select from item_batches where created_at < now() - interval '90 days'`),
    ]).toEqual([]);
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
    expect(await currentRows('props', 'active, price::float', ids)).toEqual([
      { active: true, price: 100 },
    ]);
  });

  test('changes nothing if one item is gone or nothing is selected', async () => {
    const ids = await made('props', ['There']);
    const gone = '00000000-0000-0000-0000-000000000000';
    expect(await refusal(change('prop', [...ids, gone], { active: false }))).toMatchObject({
      code: 'PT404',
      message: 'Some of the items are no longer there.',
    });
    expect(await currentRows('props', 'active', ids)).toEqual([{ active: true }]);
    expect((await refusal(change('prop', [], { active: false }))).code).toBe('PT422');
    expect((await refusal(change('chair', ids, { active: false }))).code).toBe('PT400');
  });

  test.each(['anon', 'no profile'] as const)('refuses %s', async (caller) => {
    const ids = await made('props', ['Safe']);
    expect((await refusal(change('prop', ids, { active: false }, { caller }))).code).toBe('42501');
    const { batch } = await change('prop', ids, { active: false });
    expect((await refusal(undo(batch, caller))).code).toBe('42501');
    const log = await logged(batch, caller).catch((error: { code: string }) => error.code);
    expect(log).toEqual(caller === 'anon' ? '42501' : []);
  });
});

describe('all matching items', () => {
  const matching = (args: string, values: string[] = []) =>
    studio.as('crm_user', async (sql) => {
      const [row] = await sql.unsafe<{ ids: string[] }[]>(
        `select matching_items(${args}) as ids`,
        values,
      );
      return row!.ids;
    });

  test('are the ids of the list under its search and filters', async () => {
    const ids = await made('props', ['Findable one', 'Findable two', 'Findable off']);
    await studio.db.owner`update props set active = false where id = ${ids[2]!}`;
    expect((await matching(`'prop', 'findable'`)).toSorted()).toEqual(ids.toSorted());
    expect((await matching(`'prop', 'findable', '{"active": true}'`)).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    );
    expect(await matching(`'prop', 'nothing of that name'`)).toEqual([]);
  });

  test('are refused over 5,000', { tags: ['long'] }, async () => {
    await studio.db
      .owner`insert into gear (name, price) select 'Many ' || n, 1 from generate_series(1, 5001) as n`;
    expect(await refusal(matching(`'gear', 'many'`))).toMatchObject({
      code: 'PT422',
      message: 'More than 5,000 items match. Narrow the list first.',
    });
  });
});

describe('an exported list', () => {
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

  test('is read in pages, each item once, newest first', async () => {
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

  test('refuses a malformed cursor and size', async () => {
    for (const cursor of ['x', '2026-01-01', '2026-01-01 x']) {
      expect((await refusal(part(cursor, 10))).message).toBe(
        'The cursor does not belong to this list.',
      );
    }
    expect((await refusal(part(null, 1001))).code).toBe('PT400');
  });
});

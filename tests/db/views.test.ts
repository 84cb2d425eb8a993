import { beforeAll, describe, expect, test } from 'vitest';
import { CALLERS, sqlState, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

/** The names that a visitor sees in each view, and those that only staff see. */
const VIEWS: Record<string, { everyone: string[]; staff: string[] }> = {
  catalogue_items: {
    everyone: ['Free lamp', 'Gaffer', 'Grey muslin', 'Loft', 'Red sari', 'Softbox', 'Wing chair'],
    staff: ['Hidden lamp'],
  },
  free_items_unified_view: { everyone: ['Free lamp', 'Grey muslin'], staff: [] },
  you_might_also_like_view: {
    everyone: ['Free lamp', 'Gaffer', 'Grey muslin', 'Loft', 'Red sari', 'Softbox', 'Wing chair'],
    staff: [],
  },
};

beforeAll(async () => {
  await studio.db.owner`
    insert into props (name, price, active, brand_id, images)
    select 'Free lamp', 0, true, id, array['/one.webp', '/two.webp'] from prop_brands where name = 'Used'
    union all
    select 'Hidden lamp', 0, false, id, '{}' from prop_brands where name = 'Used'`;
});

test('each view is listed here and is a security-invoker view', async () => {
  const views = await studio.db.owner<{ name: string; invoker: boolean }[]>`
    select relname as name, coalesce('security_invoker=true' = any (reloptions), false) as invoker
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`;
  expect(views.map((view) => view.name)).toEqual(Object.keys(VIEWS).toSorted());
  expect(views.filter((view) => !view.invoker)).toEqual([]);
});

describe.each(Object.entries(VIEWS))('%s', (view, rows) => {
  test.each(CALLERS)('is read by %s', async (caller) => {
    const seesAll: readonly CallerName[] = ['inventory_user', 'crm_user', 'admin', 'service_role'];
    const expected = [...rows.everyone, ...(seesAll.includes(caller) ? rows.staff : [])];
    const found = await studio.as(caller, (sql) =>
      sql.unsafe<{ name: string }[]>(`select name from ${view} order by name`),
    );
    expect(found.map((row) => row.name)).toEqual(expected.toSorted());
  });

  test('is not writable', async () => {
    for (const caller of CALLERS) {
      const written = await studio
        .as(caller, (sql) => sql.unsafe(`delete from ${view}`))
        .catch(sqlState);
      // 55000: a view over a union is not writable.
      expect(['42501', '55000']).toContain(written);
    }
  });
});

test('catalogue_items has every type with its code, slug and first picture', async () => {
  const items = await studio.as('anon', (sql) => sql`select * from catalogue_items order by name`);
  expect(items.map(({ type, code }) => [type, code])).toEqual([
    ['prop', 'PRP-00002'],
    ['crew', 'CRW-00001'],
    ['backdrop', 'BDP-00001'],
    ['set', 'SET-00001'],
    ['cloth', 'CLT-00001'],
    ['gear', 'GER-00001'],
    ['prop', 'PRP-00001'],
  ]);
  expect(items[0]).toMatchObject({ slug: 'free-lamp', image: '/one.webp', price: '0.00' });
  expect(items[1]).toMatchObject({ image: null });
});

test('second_label is the brand, the material, the category', async () => {
  const labels = async (view: string) => {
    const rows = await studio.as('anon', (sql) =>
      sql.unsafe<{ name: string; second_label: string | null }[]>(
        `select name, second_label from ${view} order by name`,
      ),
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.second_label]));
  };
  expect(await labels('free_items_unified_view')).toEqual({
    'Free lamp': 'Used',
    'Grey muslin': 'Used',
  });
  expect(await labels('you_might_also_like_view')).toMatchObject({
    'Wing chair': 'Used',
    'Grey muslin': 'Used',
    'Red sari': null,
    Loft: 'Set',
  });
});

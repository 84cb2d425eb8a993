import { expect, test } from 'vitest';
import { useActivityLog } from './activity-log.ts';

const { studio, call, log, newest } = useActivityLog();

test('an item: the changed fields with names instead of ids, and nothing else', async () => {
  await call('inventory_user', `insert into prop_brands (name) values ('Kartell')`);
  expect(await newest()).toEqual({
    what: 'created',
    table: 'prop_brands',
    area: 'lists',
    label: 'Kartell',
    to: null,
    changes: [{ field: 'name', was: null, became: 'Kartell' }],
    more: 0,
  });
  await call(
    'inventory_user',
    `update props set price = 650, name = name,
      brand_id = (select id from prop_brands where name = 'Kartell') where id = $1`,
    [studio.ids.prop],
  );
  const changed = {
    what: 'changed',
    table: 'props',
    area: 'items',
    label: 'PRP-00001 · Wing chair',
    to: 'PRP-00001',
    changes: [
      { field: 'brand_id', was: 'Used', became: 'Kartell' },
      { field: 'price', was: 500, became: 650 },
    ],
    more: 0,
  };
  expect(await newest()).toEqual(changed);
  // A removed value of a list is still named.
  await call('admin', `update props set brand_id = null where id = $1`, [studio.ids.prop]);
  await call('admin', `delete from prop_brands where name = 'Kartell'`);
  expect((await log())[2]?.changes[0]).toEqual(changed.changes[0]);
  // Saving without a difference is no change.
  const [before] = await log();
  await call('admin', `update props set price = price where id = $1`, [studio.ids.prop]);
  expect((await log())[0]?.id).toBe(before?.id);
});

test('a change of many is one entry, whose records are listed apart', async () => {
  await call(
    'admin',
    `insert into props (name) select 'Stool ' || n from generate_series(1, 5) as n`,
  );
  expect(await newest()).toMatchObject({
    what: 'created',
    label: expect.stringContaining('Stool'),
    more: 4,
  });
  await call(
    'admin',
    `select change_items('prop', array(select id from props where name like 'Stool%'), '{"price": 90}') as told`,
  );
  const [first, second] = await log();
  expect(first).toMatchObject({ what: 'changed', more: 4 });
  expect(second).toMatchObject({ what: 'created', more: 4 });
  const all = await log(`'{"type": "change", "id": "${first?.id}"}'`);
  expect(all).toHaveLength(5);
  expect(new Set(all.map(({ record }) => record.label)).size).toBe(5);
  const last = all.find(({ id }) => id !== first?.id);
  expect(
    (await log(`'{"type": "item", "id": "${last?.record.id}"}'`)).map(({ what }) => what),
  ).toEqual(['changed', 'created']);
});

test('turnaround, place, pieces, out of service and components of an item', async () => {
  const item = studio.ids.prop;
  const about = `'{"type": "item", "id": "${item}"}'`;
  await call('inventory_user', `select set_turnaround('prop', $1::uuid, 2) as told`, [item]);
  expect(await newest(about)).toMatchObject({
    table: 'items',
    changes: [{ field: 'turnaround_days', was: null, became: 2 }],
  });
  const [piece] = await studio.db.owner<[{ id: string }]>`
    select id from item_pieces where item_id = ${item}`;
  await call('inventory_user', `select edit_piece($1::uuid, 'Scratched', true) as told`, [
    piece.id,
  ]);
  expect(await newest(about)).toMatchObject({
    table: 'item_pieces',
    label: 'PRP-00001-01 · Wing chair',
    changes: [
      { field: 'note', was: null, became: 'Scratched' },
      { field: 'retired_at', was: null },
    ],
  });
  const { id: reservation } = await call<{ id: string }>(
    'inventory_user',
    `select set_out_of_service('prop', $1::uuid, 1, current_date + 3, current_date + 4, 'Lent to Asha',
      gen_random_uuid()) as told`,
    [item],
  );
  const [made] = await log(about);
  expect(made).toMatchObject({ what: 'created', table: 'reservations' });
  expect(made?.changes.map(({ field }) => field)).toEqual(['kind', 'quantity', 'rented', 'status']);
  await call('inventory_user', `select release_reservation($1::uuid) as told`, [reservation]);
  expect(await newest(about)).toMatchObject({
    table: 'reservations',
    changes: [{ field: 'status', was: 'booked', became: 'released' }],
  });
  const [kit] = await studio.db.owner<[{ id: string }]>`select id from items where kind = 'set'`;
  await call('inventory_user', `select set_components('set', $1::uuid, $2::text::jsonb) as told`, [
    kit.id,
    JSON.stringify([{ type: 'prop', id: item, quantity: 3 }]),
  ]);
  expect(await newest(`'{"type": "item", "id": "${kit.id}"}'`)).toMatchObject({
    table: 'item_components',
    changes: [
      {
        field: 'components',
        was: ['PRP-00001 · Wing chair ×2'],
        became: ['PRP-00001 · Wing chair ×3'],
      },
    ],
  });
});

test('nothing that visitors and scripts do, but for staff and settings', async () => {
  const [before] = await log();
  await studio.db.owner`update props set price = 710 where id = ${studio.ids.prop}`;
  await studio.db
    .owner`insert into customers (first_name, last_name, mobile) values ('New', 'One', '+919800000009')`;
  expect((await log())[0]?.id).toBe(before?.id);
});

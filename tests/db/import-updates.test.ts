import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { csvRecord } from '#domain/csv.ts';
import {
  guessMapping,
  importFields,
  toImportFields,
} from '#domain/inventory-import/import-fields.ts';
import { itemCsv } from '#domain/inventory/item-csv.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { crewInventory } from '#domain/inventory/kinds/crew.ts';
import { gearInventory } from '#domain/inventory/kinds/gear.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { setInventory } from '#domain/inventory/kinds/set.ts';
import { readCsv } from '#ops/inventory/import/read-csv.ts';
import { importOf, newProp as prop, type Line } from './import.ts';
import { refusal, useStudio } from './studio.ts';

const studio = useStudio();
const { call, stage, check, apply, count } = importOf(studio);

/** Adds a row to a table and returns its code. */
const item = async (table: string, code: string, values: Record<string, unknown>) => {
  const [row] = await studio.db.owner<{ code: string }[]>`
    insert into ${studio.db.owner(table)} ${studio.db.owner(values)}
    returning ${studio.db.owner(code)} as code`;
  return row!.code;
};
const used = async (table: string) => {
  const [row] = await studio.db.owner.unsafe<{ id: string }[]>(
    `select id from ${table} where name = 'Used'`,
  );
  return row!.id;
};

describe('an import of known codes', () => {
  test('counts every line that sets price or quantity to zero, also beyond the first 1,000 changes', async () => {
    const many = await studio.db.owner.unsafe<{ prop_id: string }[]>(
      `insert into props (name, price, quantity)
       select 'Zeroed ' || at, 100, 5 from generate_series(1, 1004) as at returning prop_id`,
    );
    const id = await stage(
      'prop',
      many.map(({ prop_id: code }, at) => {
        const values =
          at < 1000
            ? { quantity: '6' }
            : ([
                { price: '0.00' },
                { quantity: '0' },
                { price: '0', active: 'false' },
                { price: '100', quantity: '7' },
              ][at - 1000] ?? {});
        return [at + 2, { code, ...values }];
      }),
    );
    const told = await check(id);
    expect([told.total, told.changed, told.changes.length, told.zeroed]).toEqual([
      0, 1004, 1000, 2,
    ]);
  });

  test('changes items by code: only the fields of a line, and only different values', async () => {
    const category = await used('prop_categories');
    const chair = { name: 'Old chair', description: 'Oak', price: 100, category_id: category };
    const changed = await item('props', 'prop_id', { ...chair, images: ['/a.jpg', '/b.jpg'] });
    const same = await item('props', 'prop_id', { ...chair, name: 'Same chair' });
    const id = await stage('prop', [
      [2, { code: ` ${changed.toLowerCase()} `, name: 'New chair', category: '', image_1: '' }],
      [3, { code: same, name: 'Same chair', price: '100.00', category: 'USED', active: '' }],
      [4, prop({ name: 'Quite another', description: 'x' })],
      [5, { code: 'PRP-99999', name: 'Nobody' }],
    ]);
    const required = ['description', 'price'];
    const counts = { lines: 4, new: 1, changed: 1, unchanged: 1, refused: 1, zeroed: 0 };
    expect(await check(id, required)).toEqual({
      ...counts,
      total: 1,
      problems: [{ line: 5, field: 'code', problem: 'no_item', value: 'PRP-99999' }],
      changes: [
        {
          line: 2,
          code: changed,
          name: 'Old chair',
          was: { name: 'Old chair', category_id: category, images: ['/a.jpg', '/b.jpg'] },
          became: { name: 'New chair', category_id: null, images: ['/b.jpg'] },
        },
      ],
    });
    expect((await refusal(apply(id, required))).code).toBe('PT422');
    await stage('prop', [[5, { code: '', ...prop({ name: 'Somebody', description: 'x' }) }]], id);
    expect(await apply(id, required)).toEqual({ created: 2, changed: 1, unchanged: 1 });
    expect(await apply(id, required)).toEqual({ created: 2, changed: 1, unchanged: 1 });
    const columns = 'name, description, price::float, category_id, images';
    const rows = () =>
      studio.db.owner.unsafe(`select ${columns} from props where prop_id = $1`, [changed]);
    expect([...(await rows())]).toEqual([
      { name: 'New chair', description: 'Oak', price: 100, category_id: null, images: ['/b.jpg'] },
    ]);
    await call('crm_user', 'undo_items($1)', [id]);
    expect([...(await rows())]).toEqual([{ ...chair, images: ['/a.jpg', '/b.jpg'] }]);
    const made = await studio.db.owner<{ active: boolean }[]>`
      select active from props where name in ('Quite another', 'Somebody')`;
    expect(made.map(({ active }) => active)).toEqual([false, false]);
  });

  test('refuses invalid values, and the same code twice', async () => {
    const code = await item('gear', 'gear_id', { name: 'Fresnel', description: 'x' });
    const id = await stage('gear', [
      [2, { code, description: '', price: '1e9', brand: 'Nobody', quantity: '1000001' }],
      [3, { code, name: 'Twice' }],
    ]);
    expect((await check(id, ['description'])).problems).toEqual([
      { line: 2, field: 'brand', problem: 'unknown', value: 'Nobody' },
      { line: 2, field: 'description', problem: 'required', value: null },
      { line: 2, field: 'price', problem: 'format', value: '1e9' },
      { line: 2, field: 'quantity', problem: 'check', value: '1000001' },
      { line: 3, field: 'code', problem: 'same_code', value: '2' },
    ]);
  });

  test('does not overwrite an edit made after the check, until it is checked again', async () => {
    const code = await item('crews', 'crew_id', { name: 'Grip', price: 100 });
    const other = await item('crews', 'crew_id', { name: 'Gaffer two', price: 100 });
    const id = await stage('crew', [
      [2, { code, price: '200' }],
      [3, { code: other, price: '100' }],
    ]);
    expect(await check(id)).toMatchObject({ total: 0, changed: 1, unchanged: 1 });
    await studio.db.owner`update crews set quantity = 9 where crew_id in (${code}, ${other})`;
    const refused = await refusal(apply(id));
    expect(refused.code).toBe('PT422');
    expect(JSON.parse(refused.detail!)).toMatchObject({
      problems: [{ line: 2, field: 'code', problem: 'changed_since', value: code }],
    });
    expect(await check(id)).toMatchObject({ total: 0, changed: 1 });
    expect(await apply(id)).toEqual({ created: 0, changed: 1, unchanged: 1 });
    const [row] = await studio.db
      .owner`select price::float, quantity from crews where crew_id = ${code}`;
    expect(row).toEqual({ price: 200, quantity: 9 });
  });

  test('leaves an item’s unchanged values alone, even those that a new item may not have', async () => {
    const bare = await item('props', 'prop_id', {
      name: ' Bare\r\nchair ',
      description: 'a\u0007b',
    });
    const id = await stage('prop', [
      [
        2,
        { code: bare, name: 'Bare\nchair', description: 'ab', brand: '', colour: '', category: '' },
      ],
      [3, { code: await item('props', 'prop_id', { name: 'Bare too' }), description: '' }],
    ]);
    expect(await check(id, ['name', 'description', 'brand', 'colour', 'category'])).toMatchObject({
      total: 0,
      unchanged: 2,
    });
  });

  test('of 10,000 changed lines is applied and undone as a whole', { tags: ['long'] }, async () => {
    const rows = await studio.db.owner<{ code: string; name: string }[]>`
      insert into gear (name, price) select 'Kit ' || n, n from generate_series(1, 10000) as n
      returning gear_id as code, name`;
    // The worst statistics that the planner can have: the tables were almost empty.
    await stage('gear', [[2, {}]]);
    await studio.db.owner`analyze private.import_lines, item_changes`;
    const id = randomUUID();
    for (let first = 0; first < rows.length; first += 1000) {
      const lines = rows.slice(first, first + 1000).map(({ code, name }, at): Line => [
        first + at + 2,
        {
          code,
          name: `${name} B`,
          description: 'New',
          price: '7',
          brand: 'Used',
          active: 'false',
        },
      ]);
      await stage('gear', lines, id);
    }
    const told = await check(id);
    expect(told).toMatchObject({ total: 0, changed: 10_000 });
    expect(told.changes).toHaveLength(1000);
    expect(await apply(id)).toEqual({ created: 0, changed: 10_000, unchanged: 0 });
    expect(await count(`gear where name like 'Kit % B' and price = 7 and not active`)).toBe(10_000);
    expect(await call('admin', 'undo_items($1)', [id])).toEqual({
      restored: 10_000,
      kept: 0,
      items: [],
    });
    expect(await count(`gear where name like 'Kit %' and name not like '% B' and active`)).toBe(
      10_000,
    );
  });
});

describe('an exported file', () => {
  /** Values that careless typing, an older program or the REST endpoint can leave in an item. */
  const odd = [
    { name: '=SUM(A1)', description: '\'=quoted, "twice"', price: 0, quantity: 0 },
    { name: ' Spaces ', description: '\tTab\r\nnext\n\nlast ', price: 1234567.05, quantity: 12 },
    { name: "''-5 ½ 🎬", description: '', price: 99.5, quantity: 1, active: false },
    {
      name: '@home',
      description: 'a\u0007b',
      in_studio: true,
      images: ['https://example.test/a,b.jpg', '/b.jpg', '/c.jpg'],
    },
  ];
  const feet = { length_feet: 10.5, width_feet: 0.1 };

  test.each([
    [propInventory, {}],
    [clothInventory, {}],
    [backdropInventory, feet],
    [gearInventory, {}],
    [crewInventory, {}],
    [setInventory, { category: 'package' }],
  ])('of $kind changes nothing when it is imported as it is', async (kind, more) => {
    const sql = studio.db.owner;
    const own: Record<string, unknown> = { ...more };
    for (const { field, source } of kind.lookups) {
      if ('options' in source) continue;
      // A second lookup value that differs only in case: the item keeps its own.
      await sql`insert into ${sql(source.table)} ${sql({
        [source.column]: 'USED',
        ...(source.table === 'gender_options' ? { value: 'twin' } : {}),
      })} on conflict do nothing`;
      const [twin] = await sql<{ id: string }[]>`
        select id from ${sql(source.table)} where ${sql(source.column)}::text = 'USED'`;
      own[field] = twin!.id;
    }
    for (const [at, values] of odd.entries()) {
      await sql`insert into ${sql(kind.table)} ${sql({ ...more, ...(at > 1 ? own : {}), ...values })}`;
    }
    const { items } = await studio.as('inventory_user', async (as) => {
      const [row] = await as<{ part: { items: ListedItem[] } }[]>`
        select export_inventory(${kind.kind}) as part`;
      return row!.part;
    });
    expect(items.length).toBeGreaterThan(odd.length);
    const columns = itemCsv(kind);
    const file = new Blob([
      csvRecord(columns.map(({ header }) => header)),
      ...items.map((item) => csvRecord(columns.map(({ cell }) => cell(item)))),
    ]);
    const { heads, lines } = await readCsv(file);
    const fields = importFields(kind, new Set(kind.lookups.map(({ field }) => field)));
    const mapping = guessMapping(fields, heads);
    expect(mapping).not.toContain('');
    const id = await stage(
      kind.kind,
      lines.map(({ line, cells }): Line => [line, toImportFields(kind, mapping, cells)]),
    );
    const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);
    expect(await check(id, required)).toMatchObject({
      total: 0,
      problems: [],
      changes: [],
      unchanged: items.length,
    });
    expect(await apply(id, required)).toEqual({
      created: 0,
      changed: 0,
      unchanged: items.length,
    });
  });
});

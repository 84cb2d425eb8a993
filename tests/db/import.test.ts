import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

type Line = [line: number, fields: Record<string, string>];
type Problem = { line: number; field: string; problem: string; value: string | null };
type Told = {
  lines: number;
  total: number;
  problems: Problem[];
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  changes: { line: number; code: string; name: string; was: object; became: object }[];
};
type Saved = { created: number; changed: number; unchanged: number };

const call = async <T>(caller: CallerName, statement: string, values: (string | string[])[]) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql.unsafe<{ told: T }[]>(`select ${statement} as told`, values);
    return row!.told;
  });
const stage = async (
  kind: string,
  lines: unknown,
  id: string = randomUUID(),
  caller: CallerName = 'inventory_user',
) => {
  await call(caller, 'stage_import($1, $2, $3::text::jsonb)', [id, kind, JSON.stringify(lines)]);
  return id;
};
const check = (id: string, required: string[] = [], caller: CallerName = 'inventory_user') =>
  call<Told>(caller, 'check_import($1, $2)', [id, required]);
const apply = (id: string, required: string[] = [], caller: CallerName = 'inventory_user') =>
  call<Saved>(caller, 'apply_import($1, $2)', [id, required]);
const count = async (table: string) => {
  const [row] = await studio.db.owner.unsafe<{ n: number }[]>(
    `select count(*)::int as n from ${table}`,
  );
  return row!.n;
};
const prop = (fields: Record<string, string>) => ({
  name: randomUUID(),
  price: '100',
  quantity: '1',
  ...fields,
});

describe('an import', () => {
  test.each([
    ['prop', 'props', { brand: 'used', colour: 'USED', category: 'Used' }],
    [
      'cloth',
      'clothes',
      { brand: 'used', colour: 'Used', category: 'Used', gender: 'used', size: 'Used' },
    ],
    [
      'backdrop',
      'backdrops',
      { material: 'Used', colour: 'Used', size: 'Used', length_feet: '10.5', width_feet: '8' },
    ],
    ['gear', 'gear', { brand: 'Used', category: 'Used' }],
    ['crew', 'crews', { category: 'Used' }],
    ['set', 'sets', { category: 'package' }],
  ])('saves a %s with everything that the line says', async (kind, table, own) => {
    const name = `Imported ${kind}`;
    const id = await stage(kind, [
      [
        2,
        {
          name: `  ${name} `,
          description: 'From a file',
          price: '1250.50',
          quantity: '3',
          in_studio: 'true',
          active: 'false',
          image_1: 'https://example.test/a.jpg',
          image_3: '/b.jpg',
          ...own,
        },
      ],
    ]);
    expect(await check(id)).toEqual({
      lines: 1,
      total: 0,
      problems: [],
      new: 1,
      changed: 0,
      unchanged: 0,
      refused: 0,
      changes: [],
    });
    expect(await apply(id)).toEqual({ created: 1, changed: 0, unchanged: 0 });
    const [row] = await studio.db.owner.unsafe<Record<string, unknown>[]>(
      `select *, price::float as price from ${table} where name = $1`,
      [name],
    );
    expect(row).toMatchObject({
      description: 'From a file',
      price: 1250.5,
      quantity: 3,
      in_studio: true,
      active: false,
      images: ['https://example.test/a.jpg', '/b.jpg'],
    });
    const missing = Object.entries(row!).filter(
      ([column, value]) => column !== 'seniority' && value === null,
    );
    expect(missing).toEqual([]);
  });

  test('leaves to the table what a line does not say', async () => {
    const id = await stage('set', [
      [2, { name: 'Bare set', category: 'Set', price: '', active: ' ' }],
    ]);
    await apply(id);
    expect([
      ...(await studio.db.owner`select price::float, quantity, in_studio, active, images, category
      from sets where name = 'Bare set'`),
    ]).toEqual([
      { price: 0, quantity: 0, in_studio: true, active: true, images: [], category: 'set' },
    ]);
  });

  test('gives codes in the order of the lines, and lists with the newest first too', async () => {
    const id = await stage('gear', [
      [3, { name: 'Ordered 2' }],
      [2, { name: 'Ordered 1' }],
    ]);
    await apply(id);
    const rows = await studio.db.owner<{ name: string }[]>`
      select name from gear where name like 'Ordered%' order by gear_id`;
    const newest = await studio.db.owner<{ name: string }[]>`
      select name from gear where name like 'Ordered%' order by created_at desc`;
    expect([...newest]).toEqual([...rows]);
    expect(rows.map(({ name }) => name)).toEqual(['Ordered 1', 'Ordered 2']);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['a missing name', { name: ' ' }, 'name', 'required'],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 'name', 'check'],
    ['a long description', { description: 'x'.repeat(4001) }, 'description', 'check'],
    ['a price 1e9', { price: '1e9' }, 'price', 'format'],
    ['a price -0', { price: '-0' }, 'price', 'format'],
    ['a price 1,200', { price: '1,200' }, 'price', 'format'],
    ['a price ₹500', { price: '₹500' }, 'price', 'format'],
    ['a price 0.001', { price: '0.001' }, 'price', 'format'],
    ['a price NaN', { price: 'NaN' }, 'price', 'format'],
    ['a price too high', { price: '9999999999.99' }, 'price', 'check'],
    ['a price beyond all numbers', { price: '9'.repeat(40) }, 'price', 'format'],
    ['a quantity 1.5', { quantity: '1.5' }, 'quantity', 'format'],
    ['a quantity too high', { quantity: '1000001' }, 'quantity', 'check'],
    ['a switch "maybe"', { active: 'maybe' }, 'active', 'format'],
    ['an unknown brand', { brand: 'Nobody' }, 'brand', 'unknown'],
    ['an image with javascript:', { image_2: 'javascript:alert(1)' }, 'image_1', 'check'],
    [
      'an item that is there',
      { name: 'wing CHAIR', brand: 'Used', colour: 'Used', category: 'Used' },
      'name',
      'same_item',
    ],
    ['what the caller requires', {}, 'description', 'required'],
  ])('tells %s by its line, and saves nothing', async (_, fields, field, problem) => {
    const before = await count('props');
    const required = problem === 'required' ? [field] : [];
    const id = await stage('prop', [
      [2, prop({ description: 'x' })],
      [3, prop(fields)],
    ]);
    const told = await check(id, required);
    expect(told).toMatchObject({ lines: 2, total: 1, problems: [{ line: 3, field, problem }] });
    const refused = await refusal(apply(id, required));
    expect(refused).toMatchObject({
      code: 'PT422',
      message: 'The file has lines that cannot be imported. Nothing was saved.',
    });
    expect(JSON.parse(refused.detail!)).toEqual(told);
    expect(await count('props')).toBe(before);
  });

  test('tells lines that say the same, and not those that differ in a lookup', async () => {
    const name = randomUUID();
    const id = await stage('prop', [
      [2, prop({ name, brand: 'Used' })],
      [3, prop({ name: name.toUpperCase(), brand: 'used', price: '5' })],
      [4, prop({ name, brand: 'Spare' })],
    ]);
    expect((await check(id)).problems).toEqual([
      { line: 3, field: 'name', problem: 'same_line', value: '2' },
    ]);
    const measured = await stage('backdrop', [
      [2, { name, length_feet: '10', width_feet: '8' }],
      [3, { name, length_feet: '10.00', width_feet: '8' }],
      [4, { name, length_feet: '12', width_feet: '8' }],
      [5, { name: 'Grey muslin', material: 'used', length_feet: '10', width_feet: '8.0' }],
      [6, { name: randomUUID(), length_feet: '0', width_feet: '' }],
    ]);
    expect((await check(measured)).problems).toMatchObject([
      { line: 3, problem: 'same_line', value: '2' },
      { line: 5, problem: 'same_item', value: 'BDP-00001' },
      { line: 6, field: 'length_feet', problem: 'check', value: '0' },
      { line: 6, field: 'width_feet', problem: 'required' },
    ]);
  });

  const large = async (prices: (line: number) => string) => {
    const id = randomUUID();
    for (let first = 2; first < 10_002; first += 1000) {
      const lines = Array.from({ length: 1000 }, (_, at): Line => [
        first + at,
        {
          name: `Chair ${first + at}`,
          description: 'Oak',
          brand: 'Used',
          colour: at % 2 ? 'Used' : 'Spare',
          price: prices(first + at),
        },
      ]);
      await stage('prop', lines, id);
    }
    return id;
  };

  test('of 10,000 lines tells the broken one, and saves nothing', async () => {
    const before = await count('props');
    const id = await large((line) => (line === 9999 ? '12,5' : '100'));
    expect(await check(id, ['brand', 'colour'])).toMatchObject({
      lines: 10_000,
      total: 1,
      problems: [{ line: 9999, field: 'price', problem: 'format', value: '12,5' }],
    });
    expect((await refusal(apply(id))).code).toBe('PT422');
    expect(await count('props')).toBe(before);
  });

  test('of 10,000 lines is saved whole, once', async () => {
    const before = await count('props');
    const id = await large(() => '100');
    expect(await apply(id)).toMatchObject({ created: 10_000 });
    expect(await apply(id)).toMatchObject({ created: 10_000 });
    expect(await count('props')).toBe(before + 10_000);
    const [counted] = await studio.db.owner<{ total: number }[]>`
      select (search_catalogue('prop') ->> 'total')::int as total`;
    expect(counted?.total).toBe(await count('props where active'));
  });

  /** Adds a row to a table and answers its code. */
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

  test('changes the items of its codes: only what a line says, and nothing where it is so', async () => {
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
    const counts = { lines: 4, new: 1, changed: 1, unchanged: 1, refused: 1 };
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

  test('refuses wrong values of a change, and one code twice', async () => {
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

  test('does not overwrite what was changed after the check, until it was checked again', async () => {
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

  test('leaves alone what an item has, even what no new one may have', async () => {
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

  test('of 10,000 changed lines is saved whole, and taken back whole', async () => {
    const rows = await studio.db.owner<{ code: string; name: string }[]>`
      insert into gear (name, price) select 'Kit ' || n, n from generate_series(1, 10000) as n
      returning gear_id as code, name`;
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

  test('tells the first 1,000 problems and how many there are', async () => {
    const id = await stage(
      'crew',
      Array.from({ length: 1500 }, (_, at) => [at + 2, { name: '' }]),
    );
    const told = await check(id);
    expect(told.total).toBe(1500);
    expect(told.problems).toHaveLength(1000);
    expect(told.problems.at(-1)!.line).toBe(1001);
  });

  test('belongs to who began it, and can be dropped', async () => {
    const id = await stage('crew', [[2, { name: 'Mine' }]]);
    for (const refused of [
      () => check(id, [], 'crm_user'),
      () => apply(id, [], 'admin'),
      () => stage('crew', [[2, { name: 'Theirs' }]], id, 'admin'),
    ]) {
      expect((await refusal(refused())).code).toBe('PT404');
    }
    await call('admin', 'drop_import($1)', [id]);
    expect((await check(id)).lines).toBe(1);
    await call('inventory_user', 'drop_import($1)', [id]);
    expect((await refusal(apply(id))).code).toBe('PT404');
    expect(await count(`private.import_lines where import_id = '${id}'`)).toBe(0);
  });

  test('is forgotten after a day', async () => {
    const id = await stage('crew', [[2, { name: 'Old' }]]);
    await studio.db
      .owner`update private.imports set created_at = now() - interval '25 hours' where id = ${id}`;
    await stage('crew', [[2, { name: 'Young' }]]);
    expect((await refusal(check(id))).code).toBe('PT404');
  });

  test('has a most of lines, one kind, and a shape', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => [at + 2, {}]);
    expect((await refusal(stage('crew', many))).message).toBe(
      'A file can have at most 10,000 lines.',
    );
    const id = await stage('crew', [[2, { name: 'A' }]]);
    expect((await refusal(stage('prop', [[3, { name: 'B' }]], id))).code).toBe('PT409');
    for (const shape of [{}, null, 'x', [1], [['2', {}]], [[2, 'x']], [[1.5, {}]], [[-1, {}]]]) {
      expect((await refusal(stage('crew', shape))).code).toBe('PT400');
    }
    expect((await refusal(stage('chair', [[2, {}]]))).code).toBe('PT400');
    expect((await refusal(apply(await stage('crew', [])))).code).toBe('PT422');
  });

  test.each(['anon', 'no profile'] as const)('is refused to %s', async (caller) => {
    expect((await refusal(stage('crew', [[2, { name: 'A' }]], randomUUID(), caller))).code).toBe(
      '42501',
    );
  });
});

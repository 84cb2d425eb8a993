import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importOf, newProp as prop, type Line } from './import.ts';
import { refusal, useStudio } from './studio.ts';

const studio = useStudio();
const { call, stage, check, apply, count } = importOf(studio);

const SIDES = { width_cm: '80', depth_cm: '60', height_cm: '95.5' };

describe('an import', () => {
  test.each([
    [
      'prop',
      'props',
      {
        brand: 'used',
        colour: 'USED',
        category: 'Used',
        ...SIDES,
      },
    ],
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
    ['gear', 'gear', { brand: 'Used', category: 'Used', ...SIDES }],
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
      zeroed: 0,
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

  test('uses the column’s default for a field that a line lacks', async () => {
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

  test('assigns codes in the order of the lines, which newest-first lists reverse', async () => {
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
      { name: 'wing \u00a0CHAIR', brand: 'Used', colour: 'Used', category: 'Used' },
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

  test('reports duplicate lines, and not those that differ in a lookup', async () => {
    const name = randomUUID();
    const id = await stage('prop', [
      [2, prop({ name, brand: 'Used' })],
      [3, prop({ name: name.toUpperCase(), brand: 'used', price: '5' })],
      [5, prop({ name: `${name}  of  two` })],
      [6, prop({ name: `${name} of\u00a0two ` })],
      [4, prop({ name, brand: 'Spare' })],
    ]);
    expect((await check(id)).problems).toEqual([
      { line: 3, field: 'name', problem: 'same_line', value: '2' },
      { line: 6, field: 'name', problem: 'same_line', value: '5' },
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

  test(
    'of 10,000 lines reports the invalid one, and saves nothing',
    { tags: ['long'] },
    async () => {
      const before = await count('props');
      const id = await large((line) => (line === 9999 ? '12,5' : '100'));
      expect(await check(id, ['brand', 'colour'])).toMatchObject({
        lines: 10_000,
        total: 1,
        problems: [{ line: 9999, field: 'price', problem: 'format', value: '12,5' }],
      });
      expect((await refusal(apply(id))).code).toBe('PT422');
      expect(await count('props')).toBe(before);
    },
  );

  test('of 10,000 lines is saved completely, once', { tags: ['long'] }, async () => {
    const before = await count('props');
    const id = await large(() => '100');
    expect(await apply(id)).toMatchObject({ created: 10_000 });
    expect(await apply(id)).toMatchObject({ created: 10_000 });
    expect(await count('props')).toBe(before + 10_000);
    const [counted] = await studio.db.owner<{ total: number }[]>`
      select (search_catalogue('prop') ->> 'total')::int as total`;
    expect(counted?.total).toBe(await count('props where active'));
  });

  test('reports the first 1,000 problems and their total', async () => {
    const id = await stage(
      'crew',
      Array.from({ length: 1500 }, (_, at) => [at + 2, { name: '' }]),
    );
    const told = await check(id);
    expect(told.total).toBe(1500);
    expect(told.problems).toHaveLength(1000);
    expect(told.problems.at(-1)!.line).toBe(1001);
  });

  test('belongs to its creator, and can be dropped', async () => {
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

  test('expires after a day', async () => {
    const id = await stage('crew', [[2, { name: 'Old' }]]);
    await studio.db
      .owner`update private.imports set created_at = now() - interval '25 hours' where id = ${id}`;
    await stage('crew', [[2, { name: 'Young' }]]);
    expect((await refusal(check(id))).code).toBe('PT404');
  });

  test('is limited in lines, to one kind, and to valid input', async () => {
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

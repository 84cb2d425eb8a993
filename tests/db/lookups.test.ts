import { describe, expect, test } from 'vitest';
import { LOOKUPS, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();
const ID = '(select id from colors where name = ';

const told = (caller: CallerName, statement: string) =>
  studio.as(caller, async (sql) => {
    const [row] = await sql.unsafe<{ told: unknown }[]>(`select ${statement} as told`);
    return row!.told;
  });

describe('the values of a lookup', () => {
  test('of colors come with their swatch', async () => {
    await studio.db.owner`insert into colors (name, hex) values ('Aqua', '#00ffff')`;
    expect(await told('inventory_user', `lookup_values('colors') -> 0 -> 'hex'`)).toBe('#00ffff');
    expect(await told('inventory_user', `lookup_values('colors') -> 1 -> 'hex'`)).toBeNull();
    await studio.db.owner`delete from colors where name = 'Aqua'`;
  });

  test.each(Object.keys(LOOKUPS))(
    'of %s are listed with the number of items that use each',
    async (table) => {
      expect(await told('inventory_user', `lookup_values('${table}')`)).toMatchObject([
        { label: 'Spare', used: 0 },
        { label: 'Used', used: expect.any(Number) },
      ]);
    },
  );

  test.each(Object.entries(LOOKUPS))(
    'of %s sent again under their id are refused by the primary key, not by the name',
    async (table, column) => {
      const id = crypto.randomUUID();
      const row = {
        id,
        [column]: 'Sent twice',
        ...(table === 'gender_options' ? { value: 'twice' } : {}),
      };
      const add = () => studio.as('admin', (sql) => sql`insert into ${sql(table)} ${sql(row)}`);
      await add();
      await studio.db.owner`insert into ${studio.db.owner(table)} ${studio.db.owner(row)}`;
      const again = await refusal(add());
      expect([again.code, again.message]).toEqual([
        '23505',
        expect.stringContaining(`"${table}_pkey"`),
      ]);
      await studio.db.owner`delete from ${studio.db.owner(table)} where id = ${id}`;
    },
  );

  test.each([
    ['clothes_size_manager', ['XS', 'S', 'M', 'XL', 'XXL', 'Free Size', '28', '30']],
    ['backdrop_size_manager', ['5 × 7 ft', '8 × 10 ft', '10 × 8 ft', '10 × 20 ft']],
  ])('of %s are in the order of sizes, as are their rows by size_order', async (table, sizes) => {
    const sql = studio.db.owner;
    await sql.unsafe(`insert into ${table} (size_value) select unnest($1::text[])`, [
      sizes.toSorted(),
    ]);
    const labels = await told(
      'inventory_user',
      `(select jsonb_agg(value -> 'label') from jsonb_array_elements(lookup_values('${table}')) as value)`,
    );
    const rows = await studio.as('inventory_user', (as) =>
      as.unsafe<{ size_value: string }[]>(`select size_value from ${table} order by size_order`),
    );
    await sql.unsafe(`delete from ${table} where size_value = any ($1)`, [sizes]);
    expect(labels).toEqual([...sizes, 'Spare', 'Used']);
    expect(rows.map((row) => row.size_value)).toEqual(labels);
  });

  test('are counted over all kinds', async () => {
    await studio.db
      .owner`insert into clothes (name, color_id) select 'Blue sari', id from colors where name = 'Used'`;
    expect(await told('crm_user', `lookup_values('colors') -> 1 -> 'used'`)).toBe(2);
  });

  test('in use are not removed, and the error says where they are used', async () => {
    const refused = await refusal(
      told('inventory_user', `remove_lookup_value('colors', ${ID}'Used'))`),
    );
    expect(refused).toMatchObject({
      code: 'PT409',
      message: 'It is in use and cannot be removed.',
    });
    expect(JSON.parse(refused.detail!)).toEqual({
      uses: [
        { kind: 'prop', plural: 'Props', count: 1, names: ['Wing chair'] },
        { kind: 'cloth', plural: 'Clothes', count: 1, names: ['Blue sari'] },
      ],
    });
  });

  test('are removed if unused', async () => {
    expect(await told('inventory_user', `remove_lookup_value('colors', ${ID}'Spare'))`)).toBe(true);
    expect(await told('inventory_user', `remove_lookup_value('colors', gen_random_uuid())`)).toBe(
      false,
    );
  });

  test('are limited to the lookup tables', async () => {
    for (const table of ['props', 'user_profiles', 'colors; drop table props', '']) {
      expect((await refusal(told('admin', `lookup_values('${table}')`))).code).toBe('PT400');
      expect(
        (await refusal(told('admin', `remove_lookup_value('${table}', gen_random_uuid())`))).code,
      ).toBe('PT400');
    }
  });

  test('of gender are written by admins only', async () => {
    const remove = `remove_lookup_value('gender_options', (select id from gender_options where label = 'Spare'))`;
    expect((await refusal(told('inventory_user', remove))).code).toBe('42501');
    expect(await told('admin', remove)).toBe(true);
  });

  test.each(['anon', 'no profile'] as const)('are refused to %s', async (caller) => {
    expect((await refusal(told(caller, `lookup_values('colors')`))).code).toBe('42501');
    expect((await refusal(told(caller, `remove_lookup_value('colors', ${ID}'Spare'))`))).code).toBe(
      '42501',
    );
  });
});

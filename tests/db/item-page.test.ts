import { describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { useCatalogue } from './catalogue.ts';
import { refusal } from './studio.ts';

type Row = Record<string, unknown> & { id: string; code: string; names: Record<string, unknown> };

const catalogue = useCatalogue();

const page = (kind: string | null, address: string | null) =>
  asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ page: { item: Row; related: { id: string }[] | null } | null }[]>`
      select item_page(${kind}, ${address}) as page`;
    return row?.page;
  });

describe('an item’s page', () => {
  test('is found by slug and by code, with the same related items as related_items', async () => {
    const [prop] = await catalogue.sql<{ id: string; slug: string; prop_id: string }[]>`
      select id, slug, prop_id from props where active order by id limit 1`;
    const bySlug = await page('prop', prop?.slug ?? '');
    expect(bySlug?.item.id).toBe(prop?.id);
    expect(await page('prop', prop?.prop_id ?? '')).toEqual(bySlug);
    const [alone] = await catalogue.sql`select related_items('prop', ${prop?.id ?? ''}) as items`;
    expect(bySlug?.related).toEqual(alone?.['items']);
    expect(bySlug?.related).toHaveLength(8);
  });

  test('has every column except search_text, the code, and the names of its lookups', async () => {
    const found = await page('cloth', 'silk-drape');
    const [row] = await catalogue.sql<{ row: Row }[]>`
      select to_jsonb(clothes) - 'search_text' as row from clothes where slug = 'silk-drape'`;
    expect(found?.item).toEqual({
      ...row?.row,
      code: row?.row['cloth_id'],
      names: { brand: 'Anokhi', category: 'Saris', size: 'XL', gender: 'Women', colour: 'Gold' },
    });
    expect((await page('backdrop', 'storm'))?.item.names).toEqual({
      size: '9x12',
      material: 'Muslin',
      colour: 'Gold',
    });
    expect((await page('set', 'podcast'))?.item.names).toEqual({ category: 'Package' });
    const bare = await catalogue.sql<{ slug: string }[]>`
      select slug from props where active and brand_id is null and color_id is null limit 1`;
    expect((await page('prop', bare[0]?.slug ?? ''))?.item.names).toMatchObject({
      brand: null,
      colour: null,
    });
  });

  test('prefers the slug to a code that reads the same', async () => {
    const [one] = await catalogue.sql`insert into props (name) values ('Twin') returning prop_id`;
    const [other] = await catalogue.sql`insert into props (name) values ('Twin two') returning id`;
    await catalogue.sql`alter table props disable trigger user`;
    await catalogue.sql`update props set slug = ${one?.['prop_id']} where id = ${other?.['id']}`;
    await catalogue.sql`alter table props enable trigger user`;
    expect((await page('prop', String(one?.['prop_id'])))?.item.id).toBe(other?.['id']);
  });

  test.each([
    ['set', 'closed'],
    ['prop', 'silk-drape'],
    ['prop', 'none'],
    ['prop', ''],
    ['prop', null],
  ])('is nothing for %s %s: switched off, of another kind, not there', async (kind, address) => {
    expect(await page(kind, address)).toBeNull();
  });

  test.each(['chair', 'props', ''])('refuses kind %s', async (kind) => {
    const said = await refusal(page(kind, 'storm'));
    expect([said.code, said.message]).toEqual(['PT400', `There is no kind "${kind}".`]);
  });

  test('is returned without related items when those cannot be read', async () => {
    const undone = new Error('undone');
    let found: unknown;
    const tried = catalogue.sql.begin(async (sql) => {
      await sql`drop function related_items`;
      await sql.unsafe(`create function related_items(text, uuid) returns jsonb language sql
        as $$ select to_jsonb(1 / 0) $$`);
      [found] = await sql`select item_page('backdrop', 'storm') as page`;
      throw undone;
    });
    await expect(tried).rejects.toBe(undone);
    expect(found).toMatchObject({ page: { item: { name: 'Storm' }, related: null } });
  });

  test('of the only item has no related items', async () => {
    const undone = new Error('undone');
    let found: unknown;
    const tried = catalogue.sql.begin(async (sql) => {
      for (const table of ['props', 'clothes', 'gear', 'crews', 'sets']) {
        await sql`delete from ${sql(table)}`;
      }
      [found] = await sql`select item_page('backdrop', 'storm') as page`;
      throw undone;
    });
    await expect(tried).rejects.toBe(undone);
    expect(found).toMatchObject({ page: { item: { name: 'Storm' }, related: [] } });
  });

  test('reads its item by index', async () => {
    await catalogue.sql`analyze props`;
    const plan = await catalogue.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql`explain select id from props as item
        where item.active and (item.slug = 'a' or item.prop_id = 'a')
        order by item.slug is not distinct from 'a' desc limit 1`;
    });
    expect(JSON.stringify(plan)).toContain('BitmapOr');
  });
});

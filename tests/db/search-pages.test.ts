import { describe, expect, test } from 'vitest';
import { ACTIVE, useCatalogue } from './catalogue.ts';
import type { Call } from './catalogue.ts';

const catalogue = useCatalogue();
const { search, everything } = catalogue;

describe('pages', () => {
  const order = {
    newest: 'created_at desc, id desc',
    price_asc: 'price asc, id asc',
    price_desc: 'price desc, id desc',
    name: 'name asc, id asc',
  };
  test.each(Object.entries(order))('by %s: every item once, in order', async (sort, by) => {
    const expected = await catalogue.sql.unsafe<{ id: string }[]>(
      `select id from props where active order by ${by}`,
    );
    const found = await everything({ kind: 'prop', sort });
    expect(found.map((item) => item.id)).toEqual(expected.map((row) => row.id));
  });

  async function expectEachOnce(sort: string): Promise<void> {
    const found = await everything({ q: 'e', sort }, 5);
    const first = await search({ q: 'e', sort, size: 100 });
    expect(new Set(found.map((item) => item.id)).size).toBe(found.length);
    expect(found.length).toBe(first.total);
    expect(found.slice(0, 100).map((item) => item.id)).toEqual(first.items.map((item) => item.id));
  }
  test.each(['price_asc'])('by %s over all kinds, with a search text', expectEachOnce);
  test.each(Object.keys(order).filter((sort) => sort !== 'price_asc'))(
    'by %s over all kinds, with a search text',
    { tags: ['long'] },
    expectEachOnce,
  );

  test('the last page has no cursor, even if it is full', async () => {
    const all = await search({ kind: 'set', size: 2 });
    expect(all.items).toHaveLength(2);
    expect(all.next).toBeNull();
    const half = await search({ kind: 'set', size: 1 });
    expect(half.next).not.toBeNull();
    expect((await search({ kind: 'set', size: 1, cursor: half.next })).next).toBeNull();
  });

  test('an item added between two pages neither repeats nor hides one', async () => {
    const first = await search({ kind: 'prop', size: 10 });
    const sql = catalogue.sql;
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into props (name) values ('Newcomer') returning id`;
    const second = await search({ kind: 'prop', size: 10, cursor: first.next });
    await sql`delete from props where id = ${id}`;
    const both = await search({ kind: 'prop', size: 20 });
    expect([...first.items, ...second.items]).toEqual(both.items);
  });
});

describe('an item', () => {
  test('of each kind has its badges', async () => {
    const only = async (call: Call) => (await search({ ...call, size: 1 })).items[0];
    expect(await only({ kind: 'cloth' })).toEqual({
      kind: 'cloth',
      id: expect.any(String),
      code: 'CLT-00001',
      slug: 'silk-drape',
      name: 'Silk drape',
      price: 0,
      in_studio: false,
      images: [],
      brand: 'Anokhi',
      category: 'Saris',
      label: 'Anokhi',
    });
    const badges = async (call: Call) => {
      const item = await only(call);
      return [item?.code, item?.brand, item?.category, item?.label];
    };
    expect(await badges({ kind: 'backdrop' })).toEqual(['BDP-00001', null, '9x12', 'Muslin']);
    expect(await badges({ kind: 'gear' })).toEqual(['GER-00001', 'Godox', 'Lights', 'Godox']);
    expect(await badges({ kind: 'crew' })).toEqual(['CRW-00001', null, 'Stylist', 'Senior']);
    expect(await badges({ kind: 'set', q: 'podcast' })).toEqual([
      'SET-00002',
      null,
      'Package',
      'Package',
    ]);
    const prop = await only({ kind: 'prop' });
    expect(prop?.images).toEqual(['/1.webp', '/2.webp']);
  });

  test('of each kind is in one list, with counts by kind', async () => {
    const page = await search({ size: 100 });
    expect(page.total).toBe(ACTIVE.length + 6);
    expect(page.facets).toEqual({
      kind: [
        { value: 'backdrop', label: 'Backdrops', count: 1 },
        { value: 'cloth', label: 'Clothes', count: 1 },
        { value: 'crew', label: 'Crew', count: 1 },
        { value: 'gear', label: 'Gear', count: 1 },
        { value: 'prop', label: 'Props', count: ACTIVE.length },
        { value: 'set', label: 'Sets & Packages', count: 2 },
      ],
    });
    const chosen = await search({ filters: { kind: ['set', 'crew'] }, sort: 'name' });
    expect(chosen.items.map((item) => item.name)).toEqual(['Loft', 'Meera', 'Podcast']);
    expect(chosen.total).toBe(3);
    expect((await search({ category: 'set' })).total).toBe(2);
  });
});

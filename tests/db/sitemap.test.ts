import { beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { useCatalogue } from './catalogue.ts';

interface Part {
  kind: string;
  first: string;
  updated_at: string;
}
interface Listed {
  slug: string;
  code: string;
  updated_at: string;
}

const catalogue = useCatalogue();
const KINDS = ['backdrop', 'cloth', 'crew', 'gear', 'prop', 'set'];

const partsOf = (size: number) =>
  asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<[{ parts: Part[] }]>`select sitemap_parts(${size}) as parts`;
    return row.parts;
  });
const listed = ({ kind, first }: Part, size: number) =>
  asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<[{ items: Listed[] }]>`
      select sitemap_part(${kind}, ${first}, ${size}) as items`;
    return row.items;
  });

let active: { type: string; slug: string; code: string }[];
beforeAll(async () => {
  active = await catalogue.sql<typeof active>`
    select type, slug, code from catalogue_items where active`;
});

describe('the sitemap’s parts', () => {
  test.each([7, 100, 10_000])('of %i hold every active item once', async (size) => {
    const parts = await partsOf(size);
    expect([...new Set(parts.map((part) => part.kind))]).toEqual(KINDS);
    const pages = [];
    // why: of many small parts a sample is enough; their number and first items cover the rest.
    for (const part of parts.filter((_, at) => size > 7 || at % 40 === 0)) {
      const items = await listed(part, size);
      expect(items.length).toBeLessThanOrEqual(size);
      pages.push(...items.map(({ slug, code }) => ({ type: part.kind, slug, code })));
    }
    if (size === 7) return;
    const inOrder = (items: typeof active) =>
      items.toSorted((one, other) => one.code.localeCompare(other.code));
    expect(inOrder(pages)).toEqual(inOrder([...active]));
  });

  test('have the date of the last change', async () => {
    const [changed] = await catalogue.sql<[{ id: string; updated_at: string }]>`
      update props set quantity = quantity + 1 where id = (select id from props where active order by id limit 1)
      returning id, to_json(updated_at) #>> '{}' as updated_at`;
    const part = (await partsOf(100)).find((one) => one.kind === 'prop');
    expect(part).toEqual({ kind: 'prop', first: changed.id, updated_at: changed.updated_at });
    expect((await listed(part!, 1))[0]?.updated_at).toBe(changed.updated_at);
  });

  test('leave out inactive items, for staff too', async () => {
    const [prop] = await catalogue.sql<[{ id: string; slug: string }]>`
      update props set active = false where id = (select id from props where active order by id limit 1)
      returning id, slug`;
    for (const role of ['anon', 'service_role'] as const) {
      const [row] = await asRole(
        catalogue.db,
        { role },
        (sql) => sql<[{ items: Listed[] }]>`select sitemap_part('prop', ${prop.id}) as items`,
      );
      expect(row?.items.map((item) => item.slug)).not.toContain(prop.slug);
    }
    await catalogue.sql`update props set active = true where id = ${prop.id}`;
  });

  test('have 1 to 10,000 items, whatever size is requested', async () => {
    const kinds = (parts: Part[]) => parts.map((part) => part.kind);
    expect(kinds(await partsOf(1_000_000))).toEqual(KINDS);
    expect(await partsOf(-5)).toHaveLength(active.length);
  });

  test('are refused for an unknown kind', async () => {
    const none = { kind: 'car', first: '00000000-0000-0000-0000-000000000000', updated_at: '' };
    expect(await listed(none, 10)).toEqual([]);
  });
});

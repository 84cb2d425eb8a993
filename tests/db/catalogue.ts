import { beforeAll, expect } from 'vitest';
import type { Database } from '#backend/postgres/database.ts';
import { asRole, useDatabase } from '#tests/support/database.ts';

/** A value of a filter and how many items it matches. */
export type Facet = { value: string; label: string; count: number; hex?: string | null };
/** An item on a page. */
export type Item = {
  kind: string;
  id: string;
  code: string;
  slug: string;
  name: string;
  price: number;
  in_studio: boolean;
  images: string[];
  brand: string | null;
  category: string | null;
  label: string | null;
};
/** The result of `search_catalogue`. */
export type Page = {
  total: number;
  items: Item[];
  facets: Record<string, Facet[]>;
  next: string | null;
};

/** Its arguments, invalid values included. */
export type Call = {
  kind?: string | null;
  q?: string | null;
  category?: string | null;
  filters?: unknown;
  sort?: string | null;
  cursor?: string | null;
  size?: number | null;
};

/** A database with a catalogue, and its search as a visitor. */
export function useCatalogue() {
  const home = useDatabase();
  beforeAll(() => fill(home.db));
  const search = (call: Call) => searchAs(home.db, call);
  return {
    get sql() {
      return home.db.owner;
    },
    get db() {
      return home.db;
    },
    /** Connection options of the same database, for another pool. */
    options: home.owner,
    search,
    /** Every item of a search, page by page. */
    everything: async (call: Call, size = 17): Promise<Item[]> => {
      const items: Item[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await search({ ...call, size, cursor });
        expect(page.items.length).toBeLessThanOrEqual(size);
        items.push(...page.items);
        cursor = page.next;
      } while (cursor !== null && items.length < 2000);
      return items;
    },
  };
}

/** One call as a visitor. */
async function searchAs(db: Database, call: Call): Promise<Page> {
  return asRole(db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ page: Page }[]>`select search_catalogue(
      kind => ${call.kind ?? null}, q => ${call.q ?? ''}, category => ${call.category ?? null},
      filters => ${JSON.stringify(call.filters ?? {})}::text::jsonb, sort => ${call.sort ?? 'newest'},
      cursor => ${call.cursor ?? null}, size => ${call.size ?? 24}) as page`;
    if (!row) throw new Error('No answer.');
    return row.page;
  });
}

const BRANDS = ['Generic', 'Urban Ladder', 'Fabindia', null];
const COLORS = ['Red', 'Gold', 'Deep Blue', 'Off-white', null];
const CATEGORIES = ['Seating', 'Lighting', 'Vases', 'Rugs', null];
const NAMES = [
  'Wing chair',
  'lamp',
  'Ärmel Vase',
  'RED rug',
  '100% wool throw',
  'low_table',
  'back\\slash',
];

/** A prop with the names of its lookups. */
export type Prop = {
  name: string;
  brand: string | null;
  colour: string | null;
  category: string | null;
  price: number;
  active: boolean;
};

/** Props in a fixed random order; some share a name, price or creation time. */
const PROPS: Prop[] = Array.from({ length: 240 }, (_, i) => ({
  name: `${NAMES[(i * 5) % NAMES.length] ?? ''} ${(i * 7) % 40}`,
  brand: BRANDS[(i * 3) % BRANDS.length] ?? null,
  colour: COLORS[(i * 7 + Math.floor(i / 9)) % COLORS.length] ?? null,
  category: CATEGORIES[(i * 11 + Math.floor(i / 13)) % CATEGORIES.length] ?? null,
  price: [0, 500, 499.99, 1250, 80][(i * 13) % 5] ?? 0,
  active: i % 12 !== 5,
}));
/** The active props, which visitors can find. */
export const ACTIVE = PROPS.filter((prop) => prop.active);

/** The slug of a lookup's name. */
export const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const has = (text: string | null, needle: string) =>
  text?.toLowerCase().includes(needle.toLowerCase()) ?? false;
/** Whether a search text matches a prop (docs/product/search.md). */
export const matches = (prop: Prop, q: string) =>
  [prop.name, prop.brand, prop.colour, prop.category].some((text) => has(text, q));

async function fill(db: Database): Promise<void> {
  const sql = db.owner;
  const names = (list: (string | null)[]) => list.filter((name) => name !== null);
  await sql`insert into prop_brands (name) select unnest(${names(BRANDS)}::text[])`;
  await sql`insert into prop_categories (name) select unnest(${names(CATEGORIES)}::text[])`;
  await sql`insert into colors (name, hex) select unnest(${names(COLORS)}::text[]), '#aa0000'`;
  await sql`insert into props (name, description, price, active, created_at, brand_id, color_id, category_id, images)
    select listed.name, 'only-described', listed.price, listed.active, now() - (place / 3) * interval '1 minute',
      brand.id, color.id, category.id, array['/1.webp', '/2.webp', '/3.webp']
    from jsonb_to_recordset(${JSON.stringify(PROPS.map((prop, place) => ({ ...prop, place })))}::text::jsonb)
      as listed (name text, price numeric, active boolean, place integer, brand text, colour text, category text)
      left join prop_brands brand on brand.name = listed.brand
      left join colors color on color.name = listed.colour
      left join prop_categories category on category.name = listed.category`;
  await sql`insert into cloth_brands (name) values ('Anokhi')`;
  await sql`insert into cloth_categories (name) values ('Saris')`;
  await sql`insert into clothes_size_manager (size_value) values ('XL'), ('S')`;
  await sql`insert into gender_options (label, value) values ('Women', 'women')`;
  await sql`insert into backdrop_size_manager (size_value) values ('9x12'), ('10x10')`;
  await sql`insert into backdrop_materials (name) values ('Muslin')`;
  await sql`insert into gear_brands (name) values ('Godox')`;
  await sql`insert into gear_category_manager (name) values ('Lights')`;
  await sql`insert into crew_categories (name) values ('Stylist')`;
  await sql`insert into clothes (name, description, brand_id, category_id, size_id, gender_id, color_id)
    select 'Silk drape', 'soft', b.id, c.id, s.id, g.id, k.id
    from cloth_brands b, cloth_categories c, clothes_size_manager s, gender_options g, colors k
    where s.size_value = 'XL' and k.name = 'Gold'`;
  await sql`insert into backdrops (name, description, size_id, material_id, color_id, length_feet, width_feet)
    select 'Storm', 'cloudy', s.id, m.id, k.id, 9, 12
    from backdrop_size_manager s, backdrop_materials m, colors k where s.size_value = '9x12' and k.name = 'Gold'`;
  await sql`insert into gear (name, description, gear_brand_id, gear_category_id)
    select 'Softbox', 'even', b.id, c.id from gear_brands b, gear_category_manager c`;
  await sql`insert into crews (name, description, category_id, seniority)
    select 'Meera', 'careful', id, 'Senior' from crew_categories`;
  await sql`insert into sets (name, description, category) values
    ('Loft', 'bricks and daylight', 'set'), ('Podcast', 'two chairs', 'package')`;
  await sql`insert into sets (name, category, active) values ('Closed', 'set', false)`;
}

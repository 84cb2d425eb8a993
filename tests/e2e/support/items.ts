import type { Sql } from 'postgres';
import { rareWord } from './catalogue.ts';

/** The tables of the six kinds. */
export type ItemTable = 'props' | 'clothes' | 'backdrops' | 'gear' | 'crews' | 'sets';

/** An item in its table. */
export interface PutItem {
  id: string;
  code: string;
  slug: string;
  name: string;
}

/** Properties of an item to create. */
export interface WantedItem {
  name?: string;
  price?: number;
  description?: string;
  images?: string[];
  inStudio?: boolean;
  active?: boolean;
  /** Columns of its kind; `{ lookup, name }` refers to a lookup row, created if missing. */
  own?: Record<string, string | number | { lookup: string; name: string }>;
}

/** A prop that its form accepts without further values. */
export const COMPLETE_PROP: WantedItem = {
  description: 'For the test.',
  own: {
    brand_id: { lookup: 'prop_brands', name: 'Old Monsoon' },
    color_id: { lookup: 'colors', name: 'Teal' },
    category_id: { lookup: 'prop_categories', name: 'Office' },
  },
};

const CODES: Record<ItemTable, string> = {
  props: 'prop_id',
  clothes: 'cloth_id',
  backdrops: 'backdrop_id',
  gear: 'gear_id',
  crews: 'crew_id',
  sets: 'set_id',
};

/** The slug of the first active item of the demo studio, which no test changes. */
export async function demoSlug(sql: Sql, table: ItemTable): Promise<string> {
  const [item] = await sql<{ slug: string }[]>`
    select slug from ${sql(`public.${table}`)} where active order by ${sql(CODES[table])} limit 1`;
  if (!item) throw new Error(`The demo studio has none of ${table}.`);
  return item.slug;
}

/** Required columns of a kind. */
const NEEDED: Partial<Record<ItemTable, Record<string, string | number>>> = {
  backdrops: { length_feet: 10, width_feet: 8 },
  sets: { category: 'set' },
};

/** Adds an item of any kind, sorted last by default. */
export async function putItem(
  sql: Sql,
  table: ItemTable,
  wanted: WantedItem = {},
): Promise<PutItem> {
  const { name = `Test item ${rareWord()}`, price = 500, description = '', images = [] } = wanted;
  const { inStudio = false, active = true, own = {} } = wanted;
  const row: Record<string, unknown> = { name, price, description, images, active };
  Object.assign(row, { in_studio: inStudio, created_at: '2001-01-01' }, NEEDED[table]);
  for (const [column, value] of Object.entries(own)) {
    row[column] = typeof value === 'object' ? await lookupId(sql, value) : value;
  }
  const [made] = await sql<PutItem[]>`
    insert into ${sql(`public.${table}`)} ${sql(row)}
    returning id, ${sql(CODES[table])} as code, slug, name`;
  if (!made) throw new Error('No item was created.');
  return made;
}

async function lookupId(sql: Sql, { lookup, name }: { lookup: string; name: string }) {
  const table = sql(`public.${lookup}`);
  const column = sql(NAMES[lookup] ?? 'name');
  await sql`insert into ${table} (${column}) values (${name}) on conflict do nothing`;
  const [row] = await sql<{ id: string }[]>`select id from ${table} where ${column} = ${name}`;
  if (!row) throw new Error(`${lookup} has no "${name}".`);
  return row.id;
}

const NAMES: Partial<Record<string, string>> = {
  clothes_size_manager: 'size_value',
  backdrop_size_manager: 'size_value',
  gender_options: 'label',
};

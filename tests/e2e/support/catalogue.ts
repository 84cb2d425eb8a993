import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';

/** A prop in the catalogue. */
export interface CatalogueProp {
  id: string;
  code: string;
  slug: string;
  name: string;
}

interface Wanted {
  name?: string;
  price?: number;
  description?: string;
  images?: string[];
  inStudio?: boolean;
  active?: boolean;
  brand?: string;
  category?: string;
  colour?: string;
}

/** A unique word, contained in no name of the demo data. */
export function rareWord(): string {
  return `zq${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

/** Adds a prop, sorted last by default; lookups are given by name. */
export async function putProp(sql: Sql, wanted: Wanted = {}): Promise<CatalogueProp> {
  const { name = `Test prop ${rareWord()}`, price = 500, description = '', images = [] } = wanted;
  const { inStudio = false, active = true } = wanted;
  const brand = wanted.brand ?? null;
  const category = wanted.category ?? null;
  const colour = wanted.colour ?? null;
  if (brand) await sql`insert into prop_brands (name) values (${brand}) on conflict do nothing`;
  const [row] = await sql<CatalogueProp[]>`
    insert into public.props
      (name, price, description, images, in_studio, active, quantity, created_at,
       brand_id, category_id, color_id)
    values
      (${name}, ${price}, ${description}, ${images}, ${inStudio}, ${active}, 3, '2001-01-01',
       (select id from prop_brands where name = ${brand}),
       (select id from prop_categories where name = ${category}),
       (select id from colors where name = ${colour}))
    returning id, prop_id as code, slug, name`;
  if (!row) throw new Error('No prop was created.');
  return row;
}

/** The search field of the props. */
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search props' });

/** The cards of a list. */
export const cards = (page: Page) => page.getByRole('article');

/** The cards of a list that have a picture: those of other tests have none, and may be gone by the next step. */
export const demoCards = (page: Page) => cards(page).filter({ has: page.locator('img') });

/** Addresses of demo pictures. */
export async function somePictures(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ images: string[] }[]>`
    select images from public.props where cardinality(images) > 0 order by prop_id limit ${count}`;
  return rows.flatMap(({ images }) => images.slice(0, 1));
}

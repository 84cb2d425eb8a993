import * as z from 'zod/mini';
import {
  AVAILABILITY_MODES,
  type CatalogueItem,
  type CatalogueResults,
  type FacetValue,
} from '#domain/catalogue/item.ts';
import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { PageText } from '#domain/settings/page-texts.ts';
import type { SettingPicture } from '#domain/settings/site.ts';
import type { LineAvailability } from '#domain/availability/shortage.ts';
import type { CATALOGUES } from '#domain/catalogue/kinds.ts';
import type { ItemCalendar } from './availability.ts';
import type { CatalogueListItem } from './catalogue-items.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const kind = z.enum(ITEM_KINDS);

/** Null where pieces are not counted, or where visitors learn nothing. */
const pieces = z.nullable(z.number());

const catalogueItem: Schema<CatalogueItem> = z.object({
  kind,
  id: text,
  code: text,
  slug: optionalText,
  name: text,
  price: z.number(),
  in_studio: z.boolean(),
  images: z.array(text),
  brand: optionalText,
  category: optionalText,
  label: optionalText,
  free: z.exactOptional(pieces),
  of: z.exactOptional(pieces),
} satisfies Fields<CatalogueItem>);

const facetValue: Schema<FacetValue> = z.object({
  value: text,
  label: text,
  count: z.number(),
  hex: z.exactOptional(optionalText),
} satisfies Fields<FacetValue>);

const catalogueResults: Schema<CatalogueResults> = z.object({
  total: z.number(),
  items: z.array(catalogueItem),
  facets: z.record(text, z.array(facetValue)),
  next: optionalText,
  instead: z.exactOptional(z.array(catalogueItem)),
  availability: z.exactOptional(z.enum(AVAILABILITY_MODES)),
  free_total: z.exactOptional(pieces),
} satisfies Fields<CatalogueResults>);

const lineAvailability: Schema<LineAvailability> = z.object({
  type: kind,
  id: text,
  quantity: z.number(),
  free: pieces,
  of: pieces,
  next_free: optionalText,
} satisfies Fields<LineAvailability>);

const itemCalendar: Schema<ItemCalendar> = z.object({
  of: pieces,
  days: z.array(z.object({ day: text, free: z.number() })),
} satisfies Fields<ItemCalendar>);

/** Columns of every kind's row; {@link detailRows} parses the rest. */
const itemRow = z.looseObject({
  id: text,
  code: text,
  slug: optionalText,
  name: text,
  description: text,
  price: z.number(),
  in_studio: z.boolean(),
  images: z.array(text),
});

/** Columns that each kind's descriptor reads from its own row. */
export type DetailRows = {
  [Kind in ItemKind]: Parameters<(typeof CATALOGUES)[Kind]['details']['read']>[0];
};

/** The part of an item's row that only its kind has. */
export const detailRows: { [Kind in ItemKind]: Schema<DetailRows[Kind]> } = {
  prop: z.object({
    names: z.object({ brand: optionalText, category: optionalText, colour: optionalText }),
  }),
  cloth: z.object({
    names: z.object({
      brand: optionalText,
      category: optionalText,
      size: optionalText,
      gender: optionalText,
      colour: optionalText,
    }),
  }),
  backdrop: z.object({
    names: z.object({ material: optionalText, size: optionalText, colour: optionalText }),
    length_feet: z.number(),
    width_feet: z.number(),
  }),
  gear: z.object({ names: z.object({ brand: optionalText, category: optionalText }) }),
  set: z.object({ names: z.object({ category: z.enum(['Package', 'Set']) }) }),
  crew: z.object({ names: z.object({ category: optionalText }), seniority: optionalText }),
};

/** Rows of the view `catalogue_items`. */
export const catalogueListItems: Schema<CatalogueListItem[]> = z.array(
  z.object({
    type: kind,
    id: text,
    code: text,
    name: text,
    slug: optionalText,
    price: z.number(),
    image: optionalText,
    active: z.boolean(),
    in_studio: z.boolean(),
  } satisfies Fields<CatalogueListItem>),
);

const share = z.number();
const picture: Schema<SettingPicture> = z.object({
  url: optionalText,
  alt: text,
  focus: z.exactOptional(z.object({ x: share, y: share })),
} satisfies Fields<SettingPicture>);
const textOrPicture = z.union([text, picture]);
const pageText: Schema<PageText> = z.union([textOrPicture, z.array(z.record(text, textOrPicture))]);

/** Answers of the database functions that visitors read from. */
export const CATALOGUE_ANSWERS = {
  search_catalogue: catalogueResults,
  search_free_items: catalogueResults,
  search_by_words: catalogueResults,
  /** Null where no item is found; `related` is null where only the item could be read. */
  item_page: z.nullable(z.object({ item: itemRow, related: z.nullable(z.array(catalogueItem)) })),
  related_items: z.array(catalogueItem),
  availability: z.array(lineAvailability),
  item_calendar: itemCalendar,
  similar_free: z.array(catalogueItem),
  /** Settings of pages; those of the whole site are part of each page. */
  site_settings: z.record(text, pageText),
  sitemap_parts: z.array(z.object({ kind, first: text, updated_at: text })),
  sitemap_part: z.array(z.object({ slug: optionalText, code: text, updated_at: text })),
} satisfies Answers;

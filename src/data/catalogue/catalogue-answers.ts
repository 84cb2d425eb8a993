import * as z from 'zod/mini';
import { itemKind } from '#domain/catalogue/kinds/item-kind.ts';
import { rentalTaxes } from '#domain/documents/rental-sum.ts';
import { optionalText, studioDate, text } from '#domain/shape.ts';
import type { PageText } from '#domain/settings/page-texts.ts';
import { settingPicture } from '#domain/settings/setting-picture.ts';
import { lineAvailability } from '#domain/stock/shown-availability.ts';
import {
  catalogueItem,
  catalogueResults,
  shownPieces,
} from '#domain/catalogue/catalogue-results.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { DETAILS } from '#domain/catalogue/kinds/details.ts';
import type { Answers } from '../core/answer-call.ts';

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

/** Columns that the details of each kind are read from. */
export type DetailRows = {
  [Kind in ItemKind]: Parameters<(typeof DETAILS)[Kind]>[0];
};

const sides = {
  width_cm: z.nullable(z.number()),
  depth_cm: z.nullable(z.number()),
  height_cm: z.nullable(z.number()),
};

/** The part of an item's row that only its kind has. */
export const detailRows: { [Kind in ItemKind]: z.ZodMiniType<DetailRows[Kind]> } = {
  prop: z.object({
    names: z.object({ brand: optionalText, category: optionalText, colour: optionalText }),
    ...sides,
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
  gear: z.object({ names: z.object({ brand: optionalText, category: optionalText }), ...sides }),
  set: z.object({ names: z.object({ category: z.enum(['Package', 'Set']) }) }),
  crew: z.object({ names: z.object({ category: optionalText }), seniority: optionalText }),
};

/** The free pieces of an item, day by day. */
const itemCalendar = z.object({
  /** The pieces there are; null where they are not counted or not shown. */
  of: shownPieces,
  /** The days with fewer free pieces than that. */
  days: z.array(z.object({ day: studioDate, free: z.number() })),
});
export type ItemCalendar = z.output<typeof itemCalendar>;

/** One active item of any kind, a row of the view `catalogue_items`. */
const catalogueListItem = z.object({
  type: itemKind,
  id: text,
  code: text,
  name: text,
  slug: optionalText,
  price: z.number(),
  image: optionalText,
  active: z.boolean(),
  in_studio: z.boolean(),
});
export type CatalogueListItem = z.output<typeof catalogueListItem>;

/** Rows of the view `catalogue_items`. */
export const catalogueListItems = z.array(catalogueListItem);

const textOrPicture = z.union([text, settingPicture]);
const pageText: z.ZodMiniType<PageText> = z.union([
  textOrPicture,
  z.array(z.record(text, textOrPicture)),
]);

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
  rental_taxes: rentalTaxes,
  /** Settings of pages; those of the whole site are part of each page. */
  site_settings: z.record(text, pageText),
  sitemap_parts: z.array(z.object({ kind: itemKind, first: text, updated_at: text })),
  sitemap_part: z.array(z.object({ slug: optionalText, code: text, updated_at: text })),
} satisfies Answers;

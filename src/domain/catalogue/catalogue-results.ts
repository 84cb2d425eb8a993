import * as z from 'zod/mini';
import { itemKind } from './kinds/item-kind.ts';
import { optionalText, text, visitorsSee } from '../shape.ts';

/** Pieces as visitors see them; null where they are not counted, or where visitors learn nothing. */
export const shownPieces = z.nullable(z.number());

/** An item on a card, in the shape of a `search_catalogue` result. */
export const catalogueItem = z.object({
  kind: itemKind,
  /** uuid */
  id: text,
  /** The studio's code: 'PRP-00001'. */
  code: text,
  slug: optionalText,
  name: text,
  /** Rupees per day. */
  price: z.number(),
  in_studio: z.boolean(),
  /** The first two pictures at most. */
  images: z.array(text),
  brand: optionalText,
  category: optionalText,
  /** Text of the badge: brand, material, category or seniority. */
  label: optionalText,
  /**
   * In a search with rental dates: the least number of free pieces over the days; null where pieces are
   * not counted, or where visitors learn nothing.
   */
  free: z.exactOptional(shownPieces),
  /** In a search with rental dates: the pieces there are; null where not counted or not shown. */
  of: z.exactOptional(shownPieces),
});
export type CatalogueItem = z.output<typeof catalogueItem>;

/** One value of a filter and its number of items. */
const facetValue = z.object({
  /** The lookup's slug. */
  value: text,
  label: text,
  count: z.number(),
  /** A colour value in CSS notation; null for multicolour. */
  hex: z.exactOptional(optionalText),
});
export type FacetValue = z.output<typeof facetValue>;

/** One page of a catalogue: its items, the total, the filter counts and the next page's cursor. */
export const catalogueResults = z.object({
  total: z.number(),
  items: z.array(catalogueItem),
  facets: z.record(text, z.array(facetValue)),
  /** Cursor of the next page, null on the last. */
  next: optionalText,
  /** No item has all words of the search; these have the most of them. */
  partial: z.exactOptional(z.boolean()),
  /** Suggestions after a search without results: items with all its words, or the closest matches. */
  instead: z.exactOptional(z.array(catalogueItem)),
  /** With rental dates: what visitors learn (docs/product/availability.md). */
  availability: z.exactOptional(visitorsSee),
  /**
   * With rental dates, unless only free items were searched: how many of `total` are free; null where
   * visitors learn nothing.
   */
  free_total: z.exactOptional(shownPieces),
});
export type CatalogueResults = z.output<typeof catalogueResults>;

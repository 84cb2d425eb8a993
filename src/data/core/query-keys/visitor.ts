import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import type { ItemKind, Listing } from '#domain/catalogue/kinds/kind.ts';

/**
 * TanStack Query's keys for everything that a visitor reads.
 * why: apart from the staff's keys, which would add to every visitor's first load.
 */
export const homeKey = ['home'] as const;

/** All cached pages of a listing, or with `search` those of one address. */
export const catalogueKey = (listing: Listing['name'], ...search: CatalogueSearch[]) =>
  ['catalogue', listing, ...search] as const;

/** The best matches of a line of a list, free on some dates. */
export const matchesKey = (text: string, dates: object | null) => ['matches', text, dates] as const;

/** Items of any kind by their ids, which are sorted. */
export const catalogueItemsKey = (ids: readonly string[]) => ['catalogue-items', ids] as const;

/** One item by slug or code. */
export const itemKey = (kind: ItemKind, address: string) => ['item', kind, address] as const;

/** The items that go with one. */
export const relatedKey = (kind: ItemKind, id: string) => ['related', kind, id] as const;

/** Texts and pictures of a page, by their group of settings. */
export const siteTextsKey = (group: string) => ['site-texts', group] as const;

/** The kinds of items (docs/glossary.md). */
export const ITEM_KINDS = ['prop', 'cloth', 'backdrop', 'gear', 'set', 'crew'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** The filters of all kinds; each is a repeatable query parameter. */
export const FILTER_KEYS = ['colour', 'size', 'gender', 'material', 'brand'] as const;

export type FilterKey = (typeof FILTER_KEYS)[number];

/** The sort orders of all listings. */
export type Sort = 'best' | 'newest' | 'price_asc' | 'price_desc' | 'name';

/** One filter of a catalogue: `key` is the query and search parameter, `label` is shown on the page. */
export interface FilterDefinition {
  key: FilterKey;
  label: string;
}

/** A labelled property on an item's page. */
export interface ItemFact {
  label: string;
  value: string;
}

/** The details that a kind derives from its own columns. */
export interface ItemDetails {
  /** Part of the page title: 'Rent Props' in 'Name – Rent Props | studio'. */
  title: string;
  /** The badge on the picture: brand, material or category; null if hidden. */
  badge: string | null;
  facts: ItemFact[];
}

/**
 * Descriptor of one list of items, of one kind or several. The catalogue page reads everything that
 * differs from here; shared code never branches on the list's name.
 */
export interface Listing {
  /** Unique name of the list. */
  name: ItemKind | 'free' | 'everything';
  /** The database function that returns its pages, and its extra argument. */
  source:
    | { function: 'search_catalogue'; kind: ItemKind }
    | { function: 'search_free_items' | 'search_by_words'; kind?: undefined };
  /** The catalogue's path. */
  listPath: string;
  /** Heading and page title: 'Rent Props' in 'Rent Props | studio'. */
  title: string;
  /** The selected category's name is the heading and precedes the page title ('All Crew' for none). */
  namedByCategory: boolean;
  /** One sentence under the heading, also the meta description. */
  introduction: string;
  /** Accessible name and placeholder of the search field. */
  searchLabel: string;
  sidebar: {
    /** The facet that the sidebar lists and `?category=` filters by. */
    facet: 'category' | 'size' | 'kind';
    heading: string;
    all: string;
    /** Entries that are always shown, in this order; without any, the facet's values are listed. */
    fixed: readonly { value: string; label: string }[];
  };
  filters: readonly FilterDefinition[];
  /** Available sort orders; the first is the default and not in the address. */
  sorts: readonly [Sort, ...Sort[]];
  /** Alias paths for the links of this list, instead of the kinds' own. */
  itemPaths: Partial<Record<ItemKind, string>>;
  /** Title of the empty state: `found` with an active search or filter, `available` without. */
  empty: { found: string; available: string };
  /** Nouns of 'Showing 2 items'; `narrowed` is appended with an active search or filter. */
  footer: { one: string; many: string; narrowed: string };
}

/**
 * Descriptor of one kind. Shared code reads everything that differs between kinds from here and never
 * branches on the kind's name.
 */
export interface KindDescriptor extends Listing {
  name: ItemKind;
  kind: ItemKind;
  table: 'props' | 'clothes' | 'backdrops' | 'gear' | 'sets' | 'crews';
  /** The column with the studio's code; cards without a slug link by it. */
  codeColumn: 'prop_id' | 'cloth_id' | 'backdrop_id' | 'gear_id' | 'set_id' | 'crew_id';
  /** The item page's path, with `$slug` for the slug or code. */
  itemPath: string;
  backLabel: string;
  /** The not-found screen and the path of its link. */
  notFound: { title: string; link: string; path: string };
}

/** Defaults shared by most listings. */
export const PLAIN_LISTING = {
  namedByCategory: false,
  footer: { one: 'item', many: 'items', narrowed: '' },
  itemPaths: {},
  sorts: ['newest', 'price_asc', 'price_desc', 'name'],
} as const satisfies Partial<Listing>;

/** Maps the lookup name 'generic', which means none, to null, so that its badge is hidden. */
export function hideGeneric(name: string | null | undefined): string | null {
  return !name || name.trim().toLowerCase() === 'generic' ? null : name;
}

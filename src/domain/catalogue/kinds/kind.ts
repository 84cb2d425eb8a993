/** Everything that can be rented, in the studio's own words (spec, public side §3). */
export const ITEM_KINDS = ['prop', 'cloth', 'backdrop', 'gear', 'set', 'crew'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** Every filter that some kind has; each is a repeatable key of the address. */
export const FILTER_KEYS = ['colour', 'size', 'gender', 'material', 'brand'] as const;

export type FilterKey = (typeof FILTER_KEYS)[number];

/** Every order that some listing has. */
export type Sort = 'best' | 'newest' | 'price_asc' | 'price_desc' | 'name';

/** One filter of a catalogue: `key` in the address and in the search, `label` on the page. */
export interface FilterDefinition {
  key: FilterKey;
  label: string;
}

/** A line of facts beside an item's description. */
export interface ItemFact {
  label: string;
  value: string;
}

/** What a kind reads out of its own row, beyond the columns that every kind has. */
export interface ItemDetails {
  /** Part of the item's title: 'Rent Props' in 'Name – Rent Props | studio'. */
  title: string;
  /** The badge over the picture: brand, material or category; null when the kind hides it. */
  badge: string | null;
  facts: ItemFact[];
}

/**
 * All that the shared catalogue page needs to know of one list of items, be it one kind's or of
 * several (design §3). Shared code never asks which list it has.
 */
export interface Listing {
  /** Names the list among others. */
  name: ItemKind | 'free' | 'everything';
  /** The database's function that answers its pages, with what it is told besides the address. */
  source:
    | { function: 'search_catalogue'; kind: ItemKind }
    | { function: 'search_free_items' | 'search_by_words'; kind?: undefined };
  /** The catalogue's path. */
  listPath: string;
  /** Heading, and part of every title: 'Rent Props' in 'Rent Props | studio'. */
  title: string;
  /** The chosen category's name is the heading and comes before the title ('All Crew' for none). */
  namedByCategory: boolean;
  /** One sentence for search engines and under the heading. */
  introduction: string;
  /** Name of the search field, and what stands in it while it is empty. */
  searchLabel: string;
  sidebar: {
    /** The facet that the sidebar shows and `?category=` chooses from. */
    facet: 'category' | 'size' | 'kind';
    heading: string;
    all: string;
    /** Entries that stand there whether or not something leads to them, in their order. */
    fixed: readonly { value: string; label: string }[];
  };
  filters: readonly FilterDefinition[];
  /** Its orders; the first is the one that no word in the address means. */
  sorts: readonly [Sort, ...Sort[]];
  /** Paths of item pages where this list links by another than the kind's own. */
  itemPaths: Partial<Record<ItemKind, string>>;
  /** Spec, public side §8: with a filter or search active, and without. */
  empty: { found: string; available: string };
  /** The words of 'Showing 2 items'; `narrowed` is appended when a search or filter is active. */
  footer: { one: string; many: string; narrowed: string };
}

/**
 * All facts of one kind that shared code needs (design §3). What differs in markup is a slot in the
 * storefront; what differs in flow is its own page. Shared code never asks which kind it has.
 */
export interface KindDescriptor extends Listing {
  name: ItemKind;
  kind: ItemKind;
  table: 'props' | 'clothes' | 'backdrops' | 'gear' | 'sets' | 'crews';
  /** The column with the studio's own code; a card without a slug links by it. */
  codeColumn: 'prop_id' | 'cloth_id' | 'backdrop_id' | 'gear_id' | 'set_id' | 'crew_id';
  /** The item page's path with `$slug` in the place of slug or code. */
  itemPath: string;
  backLabel: string;
  /** Spec, public side §2: the screen of an item that is not there, and where its link leads. */
  notFound: { title: string; link: string; path: string };
  details: {
    /** Reads what only this kind has from its row: columns, and the names of its lookups. */
    read: (row: never) => ItemDetails;
  };
}

/** What is the same for most listings; those that differ say so after it. */
export const PLAIN_LISTING = {
  namedByCategory: false,
  footer: { one: 'item', many: 'items', narrowed: '' },
  itemPaths: {},
  sorts: ['newest', 'price_asc', 'price_desc', 'name'],
} as const satisfies Partial<Listing>;

/** An item's row as far as its lookups go: their names by their keys; null where it has none. */
export interface Named<Key extends string> {
  names: Record<Key, string | null>;
}

/** A name of a lookup that stands for "none": such a badge is hidden (spec, public side §2). */
export function hideGeneric(name: string | null | undefined): string | null {
  return !name || name.trim().toLowerCase() === 'generic' ? null : name;
}

/** The facts that an item has: those without a value are left out. */
export function factsOf(values: Record<string, string | null | undefined>): ItemFact[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** Everything that can be rented, in the studio's own words (spec, public side §3). */
export const ITEM_KINDS = ['prop', 'cloth', 'backdrop', 'gear', 'set', 'crew'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** Every filter that some kind has; each is a repeatable key of the address. */
export const FILTER_KEYS = ['colour', 'size', 'gender', 'material', 'brand'] as const;

export type FilterKey = (typeof FILTER_KEYS)[number];

/** One filter of a catalogue: `key` in the address and in `search_catalogue`, `label` on the page. */
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
  /** The badge over the picture: brand, material or category; null when the kind hides it. */
  badge: string | null;
  facts: ItemFact[];
}

/**
 * All facts of one kind that shared code needs (design §3). What differs in markup is a slot in the
 * storefront; what differs in flow is its own page. Shared code never asks which kind it has.
 */
export interface KindDescriptor {
  kind: ItemKind;
  table: 'props' | 'clothes' | 'backdrops' | 'gear' | 'sets' | 'crews';
  /** The column with the studio's own code; a card without a slug links by it. */
  codeColumn: 'prop_id' | 'cloth_id' | 'backdrop_id' | 'gear_id' | 'set_id' | 'crew_id';
  /** The catalogue's path. */
  listPath: string;
  /** The item page's path with `$slug` in the place of slug or code. */
  itemPath: string;
  /** Part of every title: 'Rent Props' in 'Rent Props | studio' and 'Name – Rent Props | studio'. */
  title: string;
  /** One sentence for search engines and under the heading. */
  introduction: string;
  searchLabel: string;
  sidebar: {
    /** The facet that the sidebar shows and `?category=` chooses from. */
    facet: 'category' | 'size';
    heading: string;
    all: string;
  };
  filters: readonly FilterDefinition[];
  /** Spec, public side §8: with a filter or search active, and without. */
  empty: { found: string; available: string };
  backLabel: string;
  notFound: { title: string; link: string };
  details: {
    /** Columns and embedded lookups that only this kind has, as PostgREST's `select` takes them. */
    columns: string;
    /** @throws when the row is not what `columns` asked for. */
    read: (row: unknown) => ItemDetails;
  };
}

/** A name of a lookup that stands for "none": such a badge is hidden (spec, public side §2). */
export function hideGeneric(name: string | null | undefined): string | null {
  return !name || name.trim().toLowerCase() === 'generic' ? null : name;
}

import type { ItemDetails, ItemKind } from './kinds/kind.ts';

/** An item as a card shows it, in the shape that `search_catalogue` answers. */
export interface CatalogueItem {
  kind: ItemKind;
  /** uuid */
  id: string;
  /** The studio's code: 'PRP-00001'. */
  code: string;
  slug: string | null;
  name: string;
  /** Rupees per day. */
  price: number;
  in_studio: boolean;
  /** The first two pictures at most. */
  images: string[];
  brand: string | null;
  category: string | null;
  /** What its badge says: brand, material, category or seniority. */
  label: string | null;
}

/** One value of a filter with the number of items it leads to. */
export interface FacetValue {
  /** The lookup's slug. */
  value: string;
  label: string;
  count: number;
  /** The colour that the value stands for, as CSS reads it; null for one that is many. */
  hex?: string | null;
}

/** One page of a catalogue: 24 items, the total, the filters' counts, and where to go on. */
export interface CatalogueResults {
  total: number;
  items: CatalogueItem[];
  facets: Record<string, FacetValue[]>;
  /** Cursor of the next page, null on the last. */
  next: string | null;
  /** What is offered where a search finds nothing: items with all of its words, or the nearest. */
  instead?: CatalogueItem[];
}

/** One item as its own page shows it. */
export interface ItemDetail extends ItemDetails {
  kind: ItemKind;
  id: string;
  code: string;
  slug: string | null;
  name: string;
  description: string;
  /** Rupees per day. */
  price: number;
  in_studio: boolean;
  images: string[];
}

/** The last part of an item's address: its slug, or its code where it has none (spec, public side §2). */
export function itemAddress(item: Pick<CatalogueItem, 'slug' | 'code'>): string {
  return item.slug || item.code;
}

/** 'Name – Rent Props | studio' (spec, public side §2). */
export function itemTitle(name: string, kindTitle: string, studioName: string): string {
  return `${name} – ${kindTitle} | ${studioName}`;
}

/** 'Rent Name for ₹500/day. Description' (spec, public side §2). */
export function itemMetaDescription(
  item: Pick<ItemDetail, 'name' | 'description'>,
  price: string,
): string {
  return `Rent ${item.name} for ${price}/day. ${item.description}`.trim();
}

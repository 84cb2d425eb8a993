import type { ItemDetails, ItemKind } from './kinds/kind.ts';

/** An item on a card, in the shape of a `search_catalogue` result. */
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
  /** Text of the badge: brand, material, category or seniority. */
  label: string | null;
}

/** One value of a filter and its number of items. */
export interface FacetValue {
  /** The lookup's slug. */
  value: string;
  label: string;
  count: number;
  /** A colour value in CSS notation; null for multicolour. */
  hex?: string | null;
}

/** One page of a catalogue: its items, the total, the filter counts and the next page's cursor. */
export interface CatalogueResults {
  total: number;
  items: CatalogueItem[];
  facets: Record<string, FacetValue[]>;
  /** Cursor of the next page, null on the last. */
  next: string | null;
  /** Suggestions after a search without results: items with all its words, or the closest matches. */
  instead?: CatalogueItem[];
}

/** One item with the details of its page. */
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

/** The last part of an item's path: its slug, or its code if it has none. */
export function itemAddress(item: Pick<CatalogueItem, 'slug' | 'code'>): string {
  return item.slug || item.code;
}

/** The page title: 'Name – Rent Props | studio'. */
export function itemTitle(name: string, kindTitle: string, studioName: string): string {
  return `${name} – ${kindTitle} | ${studioName}`;
}

/** The meta description: 'Rent Name for ₹500/day. Description'. */
export function itemMetaDescription(
  item: Pick<ItemDetail, 'name' | 'description'>,
  price: string,
): string {
  return `Rent ${item.name} for ${price}/day. ${item.description}`.trim();
}

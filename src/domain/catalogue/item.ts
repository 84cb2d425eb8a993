import type { ItemDetails, ItemKind } from './kinds/kind.ts';

/** The studio's setting of availability for visitors: figures, free or not, or nothing. */
export const AVAILABILITY_MODES = ['exact', 'yes-no', 'off'] as const;

export type AvailabilityMode = (typeof AVAILABILITY_MODES)[number];

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
  /**
   * In a search with rental dates: the least number of free pieces over the days; null where pieces are
   * not counted, or where visitors learn nothing.
   */
  free?: number | null;
  /** In a search with rental dates: the pieces there are; null where not counted or not shown. */
  of?: number | null;
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
  /** With rental dates: what visitors learn (docs/product/availability.md). */
  availability?: AvailabilityMode;
  /**
   * With rental dates, unless only free items were searched: how many of `total` are free; null where
   * visitors learn nothing.
   */
  free_total?: number | null;
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

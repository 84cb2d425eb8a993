import type { CatalogueItem } from './catalogue-results.ts';
import type { ItemDetails, ItemKind } from './kinds/kind.ts';

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

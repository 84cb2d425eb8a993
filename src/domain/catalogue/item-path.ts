import type { CatalogueItem } from './catalogue-results.ts';
import { itemAddress } from './item.ts';
import type { Listing } from './kinds/kind.ts';
import { CATALOGUES } from './kinds.ts';

const defaultPaths: Partial<Record<string, string>> = Object.fromEntries(
  Object.values(CATALOGUES).map(({ kind, itemPath }) => [kind, itemPath]),
);

/**
 * The path of an item's page, by slug or else by code; null for an unknown type.
 * @param paths a listing's alias paths, instead of the kinds' own
 */
export function itemPath(
  type: string,
  item: Pick<CatalogueItem, 'slug' | 'code'>,
  paths: Listing['itemPaths'] = {},
): string | null {
  const path = { ...defaultPaths, ...paths }[type];
  return path ? path.replace('$slug', encodeURIComponent(itemAddress(item))) : null;
}

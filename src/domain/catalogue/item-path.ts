import { itemAddress, type CatalogueItem } from './item.ts';
import type { Listing } from './kinds/kind.ts';
import { CATALOGUES } from './kinds.ts';

const ownPaths: Partial<Record<string, string>> = Object.fromEntries(
  Object.values(CATALOGUES).map(({ kind, itemPath }) => [kind, itemPath]),
);

/**
 * The address of an item's page, by slug or else by code; null for a type that has no pages
 * (spec, public side §2).
 * @param paths where a listing links by another path than the kind's own
 */
export function itemPath(
  type: string,
  item: Pick<CatalogueItem, 'slug' | 'code'>,
  paths: Listing['itemPaths'] = {},
): string | null {
  const path = { ...ownPaths, ...paths }[type];
  return path ? path.replace('$slug', encodeURIComponent(itemAddress(item))) : null;
}

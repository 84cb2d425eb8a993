import type { CatalogueListItem } from '#data/catalogue-items.ts';
import { itemAddress } from '#domain/catalogue/item.ts';
import type { ItemKind, KindDescriptor } from '#domain/catalogue/kind.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';

const catalogues: Partial<Record<ItemKind, Pick<KindDescriptor, 'itemPath'>>> = CATALOGUES;

/** The address of an item's page, or null while its kind has no pages. */
export function itemPath(item: CatalogueListItem): string | null {
  const path = catalogues[item.type]?.itemPath;
  return path ? path.replace('$slug', encodeURIComponent(itemAddress(item))) : null;
}

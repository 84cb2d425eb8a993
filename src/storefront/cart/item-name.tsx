import type { CatalogueListItem } from '#data/catalogue-items.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';

/** The item's name, as a link to its page where there is one. */
export function ItemName({ line, item }: { line: CartLine; item: CatalogueListItem | undefined }) {
  const path = item && itemPath(item.type, item);
  return path ? (
    <a href={path} className="underline-offset-4 hover:underline">
      {line.name}
    </a>
  ) : (
    line.name
  );
}

import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import { opsHead } from '../kit/ops-head.ts';

/** Route options that all inventory managers share. `title` is the page's: 'props manager'. */
export function managerRoute(title: string) {
  return {
    pendingMs: 0,
    // why: the parser would be in the first load of every page of the back office, so the manager itself parses the address.
    validateSearch: (unparsed: InventorySearch) => unparsed,
    head: opsHead(title),
  };
}

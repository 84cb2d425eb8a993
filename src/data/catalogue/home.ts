import { queryOptions } from '@tanstack/react-query';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { PublicApi } from './public-api.ts';
import { homeKey } from '../core/query-keys/visitor.ts';

/** The parts of the catalogues that the home page shows. */
export interface HomeShowcase {
  /** Active items by kind; a kind without any is left out. */
  counts: Partial<Record<ItemKind, number>>;
  /** The newest sets and packages, no two with the same picture. */
  sets: CatalogueItem[];
}

/** Sets to read: enough to find several with different pictures. */
const SETS_READ = 24;

/**
 * Counts of all kinds and the newest sets, in one read: the facet of kinds ignores the filter by kind.
 */
export function homeQuery(api: PublicApi) {
  return queryOptions({
    queryKey: homeKey,
    queryFn: async ({ signal }): Promise<HomeShowcase> => {
      const { rpc } = await api();
      const args = { filters: { kind: ['set'] }, size: SETS_READ };
      const page = await rpc('search_catalogue', args, signal);
      const counts = (page.facets['kind'] ?? [])
        .filter(({ count }) => count > 0)
        .map(({ value, count }) => [value, count]);
      const byPicture = new Map(
        page.items.toReversed().flatMap((item) => (item.images[0] ? [[item.images[0], item]] : [])),
      );
      const different = new Set(byPicture.values());
      return {
        counts: Object.fromEntries(counts) as HomeShowcase['counts'],
        sets: page.items.filter((item) => different.has(item)),
      };
    },
  });
}

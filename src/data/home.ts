import { queryOptions } from '@tanstack/react-query';
import type { CatalogueItem, CatalogueResults } from '#domain/catalogue/item.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';
import { homeKey } from './query-keys/visitor.ts';

/** What the home page shows of the catalogues. */
export interface HomeShowcase {
  /** Active items by kind; a kind without any is left out. */
  counts: Partial<Record<ItemKind, number>>;
  /** The newest sets and packages, no two with the same picture. */
  sets: CatalogueItem[];
}

/** Read so many, that enough different pictures are among them. */
const READ = 24;

/**
 * Counts of all kinds and the newest sets, in one read: of a search over everything the facet of
 * kinds ignores its own filter.
 */
export function homeQuery(api: PublicApi) {
  return queryOptions({
    queryKey: homeKey,
    queryFn: async ({ signal }): Promise<HomeShowcase> => {
      const client = await api();
      const answer = await client
        .rpc('search_catalogue', { filters: { kind: ['set'] }, size: READ })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      const page = dataOf(answer) as unknown as CatalogueResults;
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

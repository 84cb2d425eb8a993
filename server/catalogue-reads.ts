import type { ReadCache } from '#backend/api';
import { createVersionedCache } from './versioned-cache.ts';

/** Functions whose answer to visitors depends on the catalogue alone. */
const READS = new Set([
  'item_page',
  'related_items',
  'search_by_words',
  'search_catalogue',
  'search_free_items',
  'sitemap_part',
  'sitemap_parts',
]);

/** Most that is kept, in characters of answers and what they answer. */
const MOST_KEPT = 16_000_000;

/**
 * Keeps what visitors read of the catalogue until that changes.
 * @param version see CatalogueVersion
 */
export function cacheCatalogueReads(version: () => Promise<number | null>): ReadCache {
  const keep = createVersionedCache<Awaited<ReturnType<ReadCache>>>({
    version,
    mostBytes: MOST_KEPT,
    bytesOf: (answer, key) => key.length + (answer.body?.length ?? 0) + 1,
  });
  return (name, key, read) => (READS.has(name) ? keep(key, read) : read());
}

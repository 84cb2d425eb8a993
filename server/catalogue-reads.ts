import type { ReadCache } from '#backend/api';
import { createVersionedCache } from './versioned-cache.ts';

/**
 * Functions whose result for visitors depends on the catalogue and the settings alone, unless they are given dates or
 * a preview.
 */
const READS = new Set([
  'item_page',
  'related_items',
  'search_by_words',
  'search_catalogue',
  'search_free_items',
  'site_settings',
  'sitemap_part',
  'sitemap_parts',
]);

/**
 * Arguments that make a result depend on more. why dates: a booking sends no notification, and a hold ends without any
 * event; why a preview: drafts send none. The key of a call holds its statement, which names its arguments.
 */
const UNCACHED = /\b(rental_(from|to)|preview)\b/;

/** Maximum size of the cache, in characters of keys and responses. */
const MAX_SIZE = 16_000_000;

/**
 * Caches visitors' reads of the catalogue until the catalogue changes. Reads with dates or a preview are never cached.
 */
export function cacheCatalogueReads(version: () => Promise<number | null>): ReadCache {
  const cached = createVersionedCache<Awaited<ReturnType<ReadCache>>>({
    version,
    mostBytes: MAX_SIZE,
    bytesOf: (answer, key) => key.length + (answer.body?.length ?? 0) + 1,
  });
  return (name, key, read) => (READS.has(name) && !UNCACHED.test(key) ? cached(key, read) : read());
}

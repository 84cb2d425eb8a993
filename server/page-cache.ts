import { createVersionedCache } from './versioned-cache.ts';
import { compressed, type Encoding, type RenderedPage } from './rendered-page.ts';

/** Maximum length of a cached page's address. */
const MAX_ADDRESS = 1_000;

/**
 * Cache size in bytes for pages without a query, and the same again for pages with one: some 600 of
 * each.
 */
const MAX_BYTES = 32 * 2 ** 20;

/**
 * Number of origins (protocol, host, port) whose pages are cached, and how long one may be unused
 * (ms).
 */
const MAX_ORIGINS = 8;
const UNUSED_MS = 600_000;

/** Bytes of a cached page beside its body: headers, above all its policy, and bookkeeping. */
const OVERHEAD = 3_000;

/** Size of a page in both encodings relative to the first; gzip is a quarter larger than brotli. */
const BOTH_FORMS = 2.3;

/** A rendered page, or another response, which is not shared between visitors. */
export type Made = { page: RenderedPage; isWhole: boolean } | { response: Response };

/**
 * Returns the cached page of an address, or renders it with `make`; `encoding` is the requested
 * one.
 */
export type PageCache = (url: URL, encoding: Encoding, make: () => Promise<Made>) => Promise<Made>;

/**
 * Caches compressed pages until the catalogue changes. Incomplete pages are not cached.
 * @param version see CatalogueVersion
 */
export function createPageCache(
  version: () => Promise<number | null>,
  mostBytes = MAX_BYTES,
): PageCache {
  const newCache = () => createVersionedCache<Made>({ version, mostBytes, bytesOf: sizeOf });
  const plain = newCache();
  // why: the number of possible queries is unlimited; they must not evict the pages that everybody
  // visits.
  const queried = newCache();
  const usedAt = new Map<string, number>();
  // why: a proxy may forward made-up host names; they must not evict the site's own pages.
  const isCachedOrigin = (origin: string) => {
    const now = performance.now();
    for (const [other, at] of usedAt) if (now - at > UNUSED_MS) usedAt.delete(other);
    if (!usedAt.has(origin) && usedAt.size >= MAX_ORIGINS) return false;
    usedAt.set(origin, now);
    return true;
  };
  return (url, encoding, make) => {
    if (url.href.length > MAX_ADDRESS || !isCachedOrigin(url.origin)) return make();
    const [cached, use] =
      url.search === '' ? ([plain, 'kept'] as const) : ([queried, 'once'] as const);
    return cached(url.href, async () => {
      const made = await make();
      if (!isCacheable(made)) return made;
      return { ...made, page: await compressed(made.page, encoding, use) };
    });
  };
}

function isCacheable(made: Made): made is Extract<Made, { page: RenderedPage }> {
  return 'page' in made && made.isWhole;
}

function sizeOf(made: Made, key: string): number | null {
  if (!isCacheable(made)) return null;
  const { br, gzip } = made.page.forms;
  return OVERHEAD + key.length + Math.ceil(BOTH_FORMS * (br ?? gzip ?? '').length);
}

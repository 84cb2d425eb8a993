import { createVersionedCache } from './versioned-cache.ts';
import { packed, type Encoding, type RenderedPage } from './rendered-page.ts';

/** Longest address that a page is kept under. */
const LONGEST_ADDRESS = 1_000;

/** Bytes of pages that are kept without a query, and as many with one: some 600 of each. */
const MOST_KEPT = 32 * 2 ** 20;

/** Addresses of the site (protocol, host, port) whose pages are kept, and how long one may rest (ms). */
const MOST_ORIGINS = 8;
const REST_MS = 600_000;

/** Bytes that a kept page takes beside its body: headers, above all its policy, and bookkeeping. */
const BESIDE = 3_000;

/** Size of a page in both small forms, of which there is one at first: gzip is a quarter larger. */
const BOTH_FORMS = 2.3;

/** What was made for an address: a page, or an answer that is none and goes to one visitor only. */
export type Made = { page: RenderedPage; isWhole: boolean } | { response: Response };

/** Gives the page that is kept under an address, or has it made; `encoding` is what is asked for. */
export type PageCache = (url: URL, encoding: Encoding, make: () => Promise<Made>) => Promise<Made>;

/**
 * Keeps pages, small as they are sent, until the catalogue changes. Nothing is kept of a page that
 * lacks something.
 * @param version see CatalogueVersion
 */
export function createPageCache(
  version: () => Promise<number | null>,
  mostBytes = MOST_KEPT,
): PageCache {
  const shelf = () => createVersionedCache<Made>({ version, mostBytes, bytesOf: sizeOf });
  const plain = shelf();
  // why: anybody can make up queries without end; they must not crowd out the pages that all visit.
  const queried = shelf();
  const usedAt = new Map<string, number>();
  // why: a proxy may forward names that its visitors make up; they must not crowd out the site's own.
  const isKeptAt = (origin: string) => {
    const now = performance.now();
    for (const [other, at] of usedAt) if (now - at > REST_MS) usedAt.delete(other);
    if (!usedAt.has(origin) && usedAt.size >= MOST_ORIGINS) return false;
    usedAt.set(origin, now);
    return true;
  };
  return (url, encoding, make) => {
    if (url.href.length > LONGEST_ADDRESS || !isKeptAt(url.origin)) return make();
    const keep = url.search === '' ? plain : queried;
    return keep(url.href, async () => {
      const made = await make();
      return isKept(made) ? { ...made, page: await packed(made.page, encoding) } : made;
    });
  };
}

function isKept(made: Made): made is Extract<Made, { page: RenderedPage }> {
  return 'page' in made && made.isWhole;
}

function sizeOf(made: Made, key: string): number | null {
  if (!isKept(made)) return null;
  const { br, gzip } = made.page.forms;
  return BESIDE + key.length + Math.ceil(BOTH_FORMS * (br ?? gzip ?? '').length);
}

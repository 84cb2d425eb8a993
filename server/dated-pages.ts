import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Made } from './page-cache.ts';
import { compressed, type Encoding, type RenderedPage } from './rendered-page.ts';

/** Longest address of a page that is stored. */
const MAX_ADDRESS = 1_000;

/** Size of all stored pages in bytes: some 600. */
const MAX_BYTES = 16 * 2 ** 20;

/** Bytes of a stored page beside its body: headers, reads, and its body in a second encoding. */
const OVERHEAD = 16_000;

/** A read of the backend that a page was rendered from. */
export interface PageRead {
  request: { input: string | URL; init: RequestInit };
  /** Hash of the status and body of the answer. */
  answer: string;
}

/** Lead of the studio's clock over UTC, in ms. */
const KOLKATA_MS = 5.5 * 3_600_000;
// why arithmetic: what `Intl` writes for people differs between its versions.
const studioToday = () => new Date(Date.now() + KOLKATA_MS).toISOString().slice(0, 10);

interface StoredPage {
  page: RenderedPage;
  reads: readonly PageRead[];
}

/**
 * Returns the page of an address. `make` renders it and says from which reads, null when it must not
 * be used again; `ask` reads from the backend for this visitor. `settings` are those of the site.
 */
export type DatedPages = (
  url: URL,
  encoding: Encoding,
  ask: typeof fetch,
  make: () => Promise<{ made: Made; reads: readonly PageRead[] | null }>,
  settings?: string,
) => Promise<Made>;

/**
 * Reuses the rendering of a page with rental dates, never its answers: every request reads anew from
 * the backend, and the page is rendered again unless each answer is the one that it was rendered
 * from. why: such a page changes with each booking and at the end of a hold, which is no event; and
 * rendering costs ten times as much as its reads. Pages are a function of their reads
 * (docs/decisions/0044-pages-equal-byte-for-byte.md), of the site's settings and of the day.
 * @param today the day in the studio, as an ISO date
 */
export function createDatedPages(today = studioToday, mostBytes = MAX_BYTES): DatedPages {
  const stored = new LRUCache<string, StoredPage>({ maxSize: mostBytes });
  return async (url, encoding, ask, make, settings = '') => {
    const key = `${today()} ${url.href} ${settings}`;
    const known = stored.get(key);
    if (known && (await areCurrent(known.reads, ask))) {
      return { page: known.page, isWhole: true };
    }
    const { made, reads } = await make();
    if (!('page' in made) || !made.isWhole || !reads || url.href.length > MAX_ADDRESS) return made;
    const page = await compressed(made.page, encoding, 'once');
    const { br, gzip } = page.forms;
    const size = OVERHEAD + 2 * (br ?? gzip ?? '').length;
    stored.set(key, { page, reads }, { size });
    return { ...made, page };
  };
}

/** Whether the reads of a page give the same answers as when it was rendered. */
async function areCurrent(reads: readonly PageRead[], ask: typeof fetch): Promise<boolean> {
  try {
    const answers = await Promise.all(
      reads.map(async ({ request }) => {
        const response = await ask(request.input, request.init);
        return hashOf(response.status, await response.bytes());
      }),
    );
    return reads.every(({ answer }, at) => answer === answers[at]);
  } catch {
    return false;
  }
}

/** Records what is read through `ask`; `reads` is null when a read cannot be repeated. */
export function recordReads(ask: typeof fetch): {
  ask: typeof fetch;
  reads: () => PageRead[] | null;
} {
  let reads: PageRead[] | null = [];
  const recording: typeof fetch = async (input, init = {}) => {
    const response = await ask(input, init);
    const { method = 'GET', headers, body = null } = init;
    if (input instanceof Request || (body !== null && typeof body !== 'string')) {
      reads = null;
      return response;
    }
    // why bytes: as a text they would be decoded here, encoded for the hash, and encoded again for the reader.
    const bytes = await response.bytes();
    const answer = hashOf(response.status, bytes);
    reads?.push({
      request: { input, init: { method, headers: new Headers(headers), body } },
      answer,
    });
    return new Response(bytes, response);
  };
  return { ask: recording, reads: () => reads };
}

const hashOf = (status: number, body: Uint8Array) =>
  createHash('sha256').update(`${status}\n`).update(body).digest('base64url');

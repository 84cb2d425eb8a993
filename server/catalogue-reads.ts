import { openPool, type ConnectionOptions } from '#backend/postgres/database.ts';
import type { Remember } from '#backend/rest/rest.ts';

/** Functions whose answer to visitors depends on the catalogue alone. */
const READS = new Set([
  'item_page',
  'related_items',
  'search_catalogue',
  'search_free_items',
  'sitemap_part',
  'sitemap_parts',
]);

/** Longest life of an answer (ms). why: a network may take long to say that a connection is lost. */
const OLDEST = 30_000;

/** Most that is kept, in characters of answers and what they answer. */
const MOST_KEPT = 16_000_000;

/** The catalogue as visitors read it. */
export interface CatalogueReads {
  /**
   * Another number after every change of the catalogue, within milliseconds. Null while the
   * connection that tells of them is lost: what was kept may be old, and may not be given.
   */
  version: () => number | null;
  /** Keeps what visitors read of the catalogue until that changes. */
  remember: Remember;
  close: () => Promise<void>;
}

type Kept = { answer: ReturnType<Parameters<Remember>[2]>; at: number; size: number };

/**
 * Follows the changes of the catalogue in this database, whoever makes them, by a connection of its
 * own. The answers that were asked for longest ago are forgotten first; those that fail are not kept.
 * @throws when the database cannot be reached.
 */
export async function followCatalogue(owner: ConnectionOptions): Promise<CatalogueReads> {
  const kept = new Map<string, Kept>();
  let size = 0;
  let version = 0;
  let listening = false;
  const forget = (key: string) => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const change = (isHeard: boolean) => {
    listening = isHeard;
    version += 1;
    size = 0;
    kept.clear();
  };
  const onLost = () => change(false);
  const listener = openPool(owner, { max: 1, name: 'studio-catalogue', onLost });
  const onChange = () => change(true);
  await listener.listen('catalogue_changed', onChange, onChange);

  const remember: Remember = async (name, key, read) => {
    if (!listening || !READS.has(name)) return read();
    const known = kept.get(key);
    forget(key);
    if (known && performance.now() - known.at < OLDEST) {
      kept.set(key, known);
      size += known.size;
      return known.answer;
    }
    const made: Kept = { answer: read(), at: performance.now(), size: key.length };
    kept.set(key, made);
    size += made.size;
    try {
      const answer = await made.answer;
      // A change meanwhile has cleared the map, and with it this answer.
      if (kept.get(key) === made) {
        const more = answer.body?.length ?? 0;
        made.size += more;
        size += more;
      }
      for (const [oldest] of kept) {
        if (size <= MOST_KEPT) break;
        forget(oldest);
      }
      return answer;
    } catch (error) {
      if (kept.get(key) === made) forget(key);
      throw error;
    }
  };
  return {
    version: () => (listening ? version : null),
    remember,
    close: () => listener.end({ timeout: 2 }),
  };
}

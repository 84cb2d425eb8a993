import type { Sql } from 'postgres';
import { networkOf } from './client-address.ts';

/**
 * What a deployment may set, generous enough for a busy office behind one address. Counts are per
 * address and hold over all processes.
 */
export const LIMITS = {
  /** Wrong passwords in 15 minutes for one account, and for all accounts together. */
  signInsPerAccount: 10,
  signInsPerAddress: 100,
  /** Wrong passwords in 15 minutes for one account, from all addresses it was not signed in from. */
  signInsOfStrangers: 50,
  /** Refreshed sessions in 15 minutes. */
  refreshes: 300,
  /** Objects that one account stores in 15 minutes. */
  uploads: 600,
  /** Requests to /auth/v1 and /rest/v1, and requests to /storage/v1, in a minute. */
  requests: 1200,
  pictures: 6000,
  /** Longest life of a session, and longest time between two refreshes of it. */
  sessionHours: 720,
  sessionIdleHours: 168,
};

export type Limits = typeof LIMITS;

const MINUTE = 60_000;
const MOST_KNOWN = 10_000;

/**
 * A token bucket for each network: a minute's worth at once, refilled evenly. Returns how many
 * seconds an address has to wait; 0 lets the request through and counts it.
 */
export function createBuckets(perMinute: number): (address: string) => number {
  // When each bucket is full again (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
  const fullAt = new Map<string, number>();
  return (address) => {
    const now = performance.now();
    const network = networkOf(address);
    const full = Math.max(fullAt.get(network) ?? now, now) + MINUTE / perMinute;
    if (full > now + MINUTE) return Math.ceil((full - now - MINUTE) / 1000);
    // why: whoever has that many addresses is not held by a limit per address anyway.
    if (fullAt.size >= MOST_KNOWN) fullAt.clear();
    fullAt.set(network, full);
    return 0;
  };
}

/** Of how many parts a minute's worth consists. */
const PARTS = 40;

/**
 * The same over all processes on a database. why: a write for each request would cost more than most
 * requests; so each process counts for itself, and tells the others in parts of a minute's worth.
 * What passes beyond the limit is less than a part for each process.
 * @param keyOf what a network is known by in the database
 */
export function createSharedBuckets(
  owner: Sql,
  perMinute: number,
  keyOf: (address: string) => string,
): (address: string) => number {
  const part = Math.ceil(perMinute / PARTS);
  const waitOf = createBuckets(perMinute);
  const untold = new Map<string, { count: number; freeAt: number }>();
  const tell = async (address: string): Promise<number> => {
    const cost = owner`make_interval(secs => ${(part * 60) / perMinute})`;
    const [bucket] = await owner<[{ wait: number }]>`
      insert into backend.request_buckets as b (key, full_at)
      values (${keyOf(address)}, now() + ${cost})
      on conflict (key) do update set
        full_at = least(greatest(b.full_at, now()), now() + interval '1 minute') + ${cost}
      returning extract(epoch from full_at - now())::float8 - 60 as wait`;
    await owner`
      delete from backend.request_buckets where key in (select key from backend.request_buckets
        where full_at < now() order by full_at limit 10 for update skip locked)`;
    return bucket.wait * 1000;
  };
  return (address) => {
    const wait = waitOf(address);
    if (wait > 0) return wait;
    const network = networkOf(address);
    const now = performance.now();
    const known = untold.get(network) ?? { count: 0, freeAt: 0 };
    if (known.freeAt > now) return Math.ceil((known.freeAt - now) / 1000);
    known.count += 1;
    if (untold.size >= MOST_KNOWN) untold.clear();
    untold.set(network, known);
    if (known.count < part) return 0;
    known.count = 0;
    // why: nobody waits for it, and without a database there is nothing to share.
    tell(address).then(
      (late) => (known.freeAt = performance.now() + late),
      () => {},
    );
    return 0;
  };
}

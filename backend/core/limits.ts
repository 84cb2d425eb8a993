import type { Sql } from 'postgres';
import { networkOf } from './client-address.ts';

/**
 * Limits that a deployment may set. The defaults suit a busy office behind one address. Counts are
 * per address and shared by all processes.
 */
export const LIMITS = {
  /** Failed sign-ins in 15 minutes: for one account, and for all accounts together. */
  signInsPerAccount: 10,
  signInsPerAddress: 100,
  /**
   * Failed sign-ins in 15 minutes for one account, from all addresses without a successful sign-in
   * to it in the last 30 days.
   */
  signInsOfStrangers: 50,
  /** Session refreshes in 15 minutes. */
  refreshes: 300,
  /** Uploads of one account in 15 minutes. */
  uploads: 600,
  /** Requests per minute: to /auth/v1 and /rest/v1, and to /storage/v1. */
  requests: 1200,
  pictures: 6000,
  /** Maximum age of a session, and maximum time between two refreshes of it. */
  sessionHours: 720,
  sessionIdleHours: 168,
};

export type Limits = typeof LIMITS;

const MINUTE = 60_000;
const MAX_NETWORKS = 10_000;

/**
 * A token bucket per network: it holds a minute's worth and refills evenly. Returns the seconds an
 * address has to wait; 0 lets the request through and counts it.
 */
export function createBuckets(perMinute: number): (address: string) => number {
  // When each bucket will be full again
  // (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
  const fullAt = new Map<string, number>();
  return (address) => {
    const now = performance.now();
    const network = networkOf(address);
    const full = Math.max(fullAt.get(network) ?? now, now) + MINUTE / perMinute;
    if (full > now + MINUTE) return Math.ceil((full - now - MINUTE) / 1000);
    // why: bounds memory. A per-address limit does not stop a sender with that many networks
    // anyway.
    if (fullAt.size >= MAX_NETWORKS) fullAt.clear();
    fullAt.set(network, full);
    return 0;
  };
}

/** A minute's worth is synchronised in this many parts. */
const PARTS = 40;

/**
 * The same, shared by all processes on a database. why: a write per request would cost more than
 * most requests, so each process counts locally and reports to the database after each part of a
 * minute's worth. The overrun is less than one part per process.
 * @param keyOf the database key of a network
 */
export function createSharedBuckets(
  owner: Sql,
  perMinute: number,
  keyOf: (address: string) => string,
): (address: string) => number {
  const part = Math.ceil(perMinute / PARTS);
  const waitOf = createBuckets(perMinute);
  const unreported = new Map<string, { count: number; freeAt: number }>();
  const report = async (address: string): Promise<number> => {
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
    const known = unreported.get(network) ?? { count: 0, freeAt: 0 };
    if (known.freeAt > now) return Math.ceil((known.freeAt - now) / 1000);
    known.count += 1;
    if (unreported.size >= MAX_NETWORKS) unreported.clear();
    unreported.set(network, known);
    if (known.count < part) return 0;
    known.count = 0;
    // why: not awaited, so that requests are not delayed; without a database there is nothing to
    // share.
    report(address).then(
      (late) => (known.freeAt = performance.now() + late),
      () => {},
    );
    return 0;
  };
}

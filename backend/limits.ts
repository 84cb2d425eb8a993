import { networkOf } from './client-address.ts';

/**
 * What a deployment may set, generous enough for a busy office behind one address. Counts are per
 * address; those of 15 minutes hold over all processes, those of a minute for each.
 */
export const LIMITS = {
  /** Wrong passwords in 15 minutes for one account, and for all accounts together. */
  signInsPerAccount: 10,
  signInsPerAddress: 100,
  /** Refreshed sessions in 15 minutes. */
  refreshes: 300,
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

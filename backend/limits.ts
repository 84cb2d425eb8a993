import { networkOf } from './client-address.ts';

/** What a deployment may set; an IPv6 address counts as its /64. */
export type Limits = {
  /** Wrong passwords in 15 minutes from one address for one account, over all processes. */
  signInsPerAccount: number;
  /** Wrong passwords in 15 minutes from one address, over all processes. */
  signInsPerAddress: number;
  /** Refreshed sessions in 15 minutes from one address, over all processes. */
  refreshes: number;
  /** Requests to /auth/v1 and /rest/v1 in a minute from one address to one process. */
  requests: number;
  /** Requests to /storage/v1 in a minute from one address to one process. */
  pictures: number;
  /** Longest life of a session, and longest time between two refreshes of it. */
  sessionHours: number;
  sessionIdleHours: number;
};

/** Generous enough for a busy office behind one address. */
export const LIMITS: Limits = {
  signInsPerAccount: 10,
  signInsPerAddress: 100,
  refreshes: 300,
  requests: 1200,
  pictures: 6000,
  sessionHours: 720,
  sessionIdleHours: 168,
};

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

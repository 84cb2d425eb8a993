import type { Caller } from '../core/caller.ts';
import { createFairQueue, type FairQueue } from '../core/fair-queue.ts';
import type { Sql } from './connection.ts';

/**
 * Connections for each kind of request: reads and writes of staff and of the site's own pages, reads
 * that visitors ask for themselves, and what visitors send. why a pool of each: none of them may
 * keep the others from the database, whether it waits for a lock or is a flood; and a session keeps
 * the plans of all that it ever ran, some 20 MB for everything.
 */
const LANES = { reads: 3, writes: 3, visits: 2, sends: 2 };

/** Limits on requests of a lane that wait for a connection: in total, and of one network. */
const MOST_WAITING = { waiting: 256, waitingOfOne: 128 };

/** The connections of a kind of request, and the queue for them. */
type Lane = { sql: Sql; queue: FairQueue };
type Kind = keyof typeof LANES;
const lanesOfPools = new WeakMap<Sql, Record<Kind, Lane>>();

/** Opens the lanes beside the pool `requests` with `open`; returns what closes them. */
export function openLanes(requests: Sql, open: (max: number) => Sql): () => Promise<unknown> {
  const lane = (kind: Kind): Lane => {
    const running = LANES[kind];
    // why: one address gets half of a lane, so the others get some.
    const most = { ...MOST_WAITING, running, runningOfOne: Math.ceil(running / 2) };
    return { sql: open(running), queue: createFairQueue(most) };
  };
  const lanes = {
    reads: lane('reads'),
    writes: lane('writes'),
    visits: lane('visits'),
    sends: lane('sends'),
  };
  lanesOfPools.set(requests, lanes);
  return () => Promise.all(Object.values(lanes).map(({ sql }) => sql.end({ timeout: 2 })));
}

function lanesOf(requests: Sql): Record<Kind, Lane> {
  const lanes = lanesOfPools.get(requests);
  if (!lanes) throw new Error('This pool has no lanes.');
  return lanes;
}

/** The lane in which a caller's statement runs. */
export function laneOf(requests: Sql, caller: Caller, reads: boolean): Lane {
  const lanes = lanesOf(requests);
  if (caller.role !== 'anon') return reads ? lanes.reads : lanes.writes;
  if (!reads) return lanes.sends;
  return caller.isPage === true ? lanes.reads : lanes.visits;
}

/** Load of the lanes: connections, those in use, and requests that wait for one. */
export type PoolLoad = { size: number; busy: number; waiting: number };

/** The load of the lanes beside a pool. */
export function poolLoad(requests: Sql): PoolLoad {
  const lanes = Object.values(lanesOf(requests));
  const loads = lanes.map(({ queue }) => queue.load());
  const sum = (name: 'running' | 'waiting') => loads.reduce((total, load) => total + load[name], 0);
  const size = lanes.reduce((total, { sql }) => total + sql.options.max, 0);
  return { size, busy: sum('running'), waiting: sum('waiting') };
}

/** Whether a statement gave up on a lock: PostgreSQL's error, or a function's `busy`. */
function isLockedOut(error: unknown): boolean {
  const { code, detail } = Object(error) as { code?: unknown; detail?: unknown };
  return code === '55P03' || (code === 'PT409' && /"reason": ?"busy"/.test(String(detail)));
}

/** A refusal as functions word it that gave up on a lock. */
const busy = () =>
  Object.assign(new Error('Others are being saved right now. Please try again.'), {
    code: 'PT409',
    detail: '{"reason": "busy"}',
  });

/** Part of a lock's time after which a queued write counts as having waited as long. */
const NEARLY = 0.9;

/**
 * Runs a write of a lane. When it gives up on a lock, queued writes that have waited as long are
 * refused with it. why: they would wait for their own lock after that, twice as long as promised.
 */
export async function runWrite<Result>(
  queue: FairQueue,
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // why since its arrival: its patience with a lock is what its wait in the queue has left.
  const began = performance.now();
  return queue.run(address, async () => {
    try {
      return await work();
    } catch (error) {
      if (isLockedOut(error)) queue.refuse((performance.now() - began) * NEARLY, busy);
      throw error;
    }
  });
}

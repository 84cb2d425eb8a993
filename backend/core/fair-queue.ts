import { networkOf } from './client-address.ts';

/** Limits on running and waiting jobs: in total, and of one network. */
type Limits = Record<'running' | 'runningOfOne' | 'waiting' | 'waitingOfOne', number>;

/** A job that waits, since when (`performance.now()`), and how many turns there had been then. */
type Waiting = {
  network: string;
  since: number;
  turns: number;
  go: () => void;
  refuse: (error: Error) => void;
};

/**
 * A newcomer counts as one whose last turn is so many turns ago. why: it goes before busy networks,
 * but no job waits longer than that because of newcomers.
 */
const NEWCOMER = 64;

/** Most networks whose last turn is known. */
const MOST_KNOWN = 1000;

/** The queue is full. The code is PostgreSQL's "too many connections". */
export class QueueFull extends Error {
  readonly code = '53300';
  constructor() {
    super('Too many requests');
  }
}

/**
 * A queue of jobs: networks with the fewest running jobs go first, of these the one whose last turn
 * is longest ago, then in order of arrival.
 */
export type FairQueue = {
  /**
   * Runs the job when its turn comes. @throws QueueFull at once when the queue is full; anything
   * that the job throws.
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
  /** Rejects the jobs that have waited for that many milliseconds, with an error made for each. */
  refuse(milliseconds: number, error: () => Error): void;
  load(): { running: number; waiting: number };
};

/** why: one busy address must leave capacity for the others. */
export function createFairQueue(most: Limits): FairQueue {
  const runningOf = new Map<string, number>();
  const waiting: Waiting[] = [];
  // why: order of arrival alone would let many busy networks, which always have older jobs waiting,
  // keep a newcomer from its first turn. Networks without a job are remembered too, or else they
  // would be newcomers again and again, before the second job of others.
  const lastTurns = new Map<string, number>();
  let running = 0;
  let turns = 0;

  const of = (network: string) => runningOf.get(network) ?? 0;
  const takeTurn = (network: string) => {
    lastTurns.delete(network);
    lastTurns.set(network, (turns += 1));
    const [oldest] = lastTurns.keys();
    if (lastTurns.size > MOST_KNOWN && oldest !== undefined) lastTurns.delete(oldest);
  };
  const count = (network: string, by: 1 | -1) => {
    const now = of(network) + by;
    running += by;
    if (by === 1) takeTurn(network);
    if (now === 0) runningOf.delete(network);
    else runningOf.set(network, now);
  };
  const finish = (network: string) => {
    count(network, -1);
    const fewest = Math.min(...waiting.map((each) => of(each.network)));
    if (fewest >= most.runningOfOne) return;
    const lastTurn = (each: Waiting) =>
      Math.max(lastTurns.get(each.network) ?? 0, each.turns - NEWCOMER);
    const next = waiting
      .filter((each) => of(each.network) === fewest)
      .toSorted((one, other) => lastTurn(one) - lastTurn(other))[0];
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    count(next.network, 1);
    next.go();
  };

  return {
    run: async (address, work) => {
      const network = networkOf(address);
      if (running < most.running && of(network) < most.runningOfOne) count(network, 1);
      else {
        const own = waiting.filter((each) => each.network === network).length;
        if (waiting.length >= most.waiting || own >= most.waitingOfOne) throw new QueueFull();
        const since = performance.now();
        await new Promise<void>((go, refuse) =>
          waiting.push({ network, since, turns, go, refuse }),
        );
      }
      try {
        return await work();
      } finally {
        finish(network);
      }
    },
    refuse: (milliseconds, error) => {
      const latest = performance.now() - milliseconds;
      for (const late of waiting.filter(({ since }) => since <= latest)) {
        waiting.splice(waiting.indexOf(late), 1);
        late.refuse(error());
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  };
}

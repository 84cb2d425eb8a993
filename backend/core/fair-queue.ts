import { networkOf } from './client-address.ts';

/** Limits on running and waiting jobs: in total, and of one network. */
type Limits = Record<'running' | 'runningOfOne' | 'waiting' | 'waitingOfOne', number>;

/** The queue is full. The code is PostgreSQL's "too many connections". */
export class QueueFull extends Error {
  readonly code = '53300';
  constructor() {
    super('Too many requests');
  }
}

/** A queue of jobs: networks with the fewest running jobs go first, then in order of arrival. */
export type FairQueue = {
  /**
   * Runs the job when its turn comes. @throws QueueFull at once when the queue is full; anything
   * that the job throws.
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
  load(): { running: number; waiting: number };
};

/** why: one busy address must leave capacity for the others. */
export function createFairQueue(most: Limits): FairQueue {
  const runningOf = new Map<string, number>();
  const waiting: { network: string; go: () => void }[] = [];
  let running = 0;

  const of = (network: string) => runningOf.get(network) ?? 0;
  const count = (network: string, by: 1 | -1) => {
    const now = of(network) + by;
    running += by;
    if (now === 0) runningOf.delete(network);
    else runningOf.set(network, now);
  };
  const finish = (network: string) => {
    count(network, -1);
    const fewest = Math.min(...waiting.map((each) => of(each.network)));
    if (fewest >= most.runningOfOne) return;
    const at = waiting.findIndex((each) => of(each.network) === fewest);
    const [next] = waiting.splice(at, 1);
    if (!next) return;
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
        await new Promise<void>((go) => waiting.push({ network, go }));
      }
      try {
        return await work();
      } finally {
        finish(network);
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  };
}

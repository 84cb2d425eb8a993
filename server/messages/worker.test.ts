import { afterEach, expect, test, vi } from 'vitest';
import { silent } from '#backend';
import { eventually } from '#tests/support/waiting.ts';
import type { Attempt, Claimed, Deliver, Outcome } from './delivery.ts';
import type { Outbox } from './outbox.ts';
import { startWorker, type Worker } from './worker.ts';

const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

/** An outbox in memory, with a worker on it. */
function work(deliver: Deliver<Claimed>, lanes = 3) {
  const due: string[] = [];
  const settled: [string, Outcome][] = [];
  const state = { claims: 0, failing: 0 };
  const failIfAsked = () => {
    if (state.failing > 0) {
      state.failing -= 1;
      throw new Error('The database does not answer.');
    }
  };
  const outbox: Pick<Outbox, 'claim' | 'settle'> = {
    claim: async () => {
      state.claims += 1;
      failIfAsked();
      const id = due.shift();
      return id === undefined ? null : { id, lease: id, template: 'quote' };
    },
    settle: async ({ id }, outcome) => {
      failIfAsked();
      settled.push([id, outcome]);
      return true;
    },
  };
  const worker = startWorker({
    channel: 'email',
    outbox,
    deliver,
    host: 'studio.test',
    lanes,
    onAttempt: () => {},
    log: silent,
    lookMs: 3_600_000,
  });
  workers.push(worker);
  const queue = (...ids: string[]) => {
    due.push(...ids);
    worker.wake();
  };
  return { worker, queue, settled, state, due };
}

const SENT: Attempt = { outcome: { result: 'sent' } };

test('sends what is queued, several at the same time, but not more than it has lanes', async () => {
  let open = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const { queue, settled } = work(async () => {
    most = Math.max(most, (open += 1));
    await new Promise<void>((resolve) => gates.push(resolve));
    open -= 1;
    return SENT;
  });
  queue('a', 'b', 'c', 'd', 'e');
  for (let done = 0; done < 5; done += 1) {
    await eventually(() => expect(gates.length).toBeGreaterThan(0));
    gates.shift()?.();
  }
  await eventually(() => expect(settled).toHaveLength(5));
  expect(most).toBe(3);
  expect(settled.map(([id]) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('while the server is away, one look tries one message', async () => {
  const down = vi.fn<Deliver<Claimed>>(async () => ({
    outcome: { result: 'later', problem: 'connect ECONNREFUSED' },
    isDown: true,
  }));
  const { queue, worker, due } = work(down);
  queue('a');
  await eventually(() => expect(down).toHaveBeenCalledTimes(1));
  queue('b', 'c', 'd', 'e');
  await eventually(() => expect(down).toHaveBeenCalledTimes(2));
  worker.wake();
  await eventually(() => expect(down).toHaveBeenCalledTimes(3));
  expect(due).toHaveLength(2);
  down.mockImplementation(async () => SENT);
  worker.wake();
  await eventually(() => expect(due).toHaveLength(0));
});

test('a message queued while the worker asked in vain is found at once', async () => {
  const { queue, settled } = work(async () => SENT, 1);
  for (const id of ['a', 'b', 'c']) queue(id);
  await eventually(() => expect(settled).toHaveLength(3));
});

test('an outcome is saved as soon as the database answers again', async () => {
  const { queue, settled, state } = work(async () => {
    state.failing = 1;
    return SENT;
  });
  queue('a');
  await eventually(() => expect(settled).toEqual([['a', { result: 'sent' }]]));
});

test('a failed claim is not the end', async () => {
  const { queue, settled, state, worker } = work(async () => SENT);
  await eventually(() => expect(state.claims).toBe(1));
  state.failing = 1;
  queue('a');
  await eventually(() => expect(state.failing).toBe(0));
  worker.wake();
  await eventually(() => expect(settled).toHaveLength(1));
});

test('stop lets a message finish, and interrupts one that does not', async () => {
  const slow = work(
    (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ outcome: { result: 'unknown', problem: 'Interrupted' } }),
        );
      }),
  );
  slow.queue('a', 'b');
  await eventually(() => expect(slow.due).toHaveLength(0));
  slow.due.push('c');
  await slow.worker.stop();
  expect(slow.settled.map(([, { result }]) => result)).toEqual(['unknown', 'unknown']);
  expect(slow.due).toEqual(['c']);
});

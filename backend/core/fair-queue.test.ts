import { expect, it } from 'vitest';
import { createFairQueue, QueueFull, type FairQueue } from './fair-queue.ts';

/** Queues a job for each address; `end(at)` lets the job at that index finish. */
function start(queue: FairQueue, addresses: string[]) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all = addresses.map((address) =>
    queue.run(address, () => {
      begun.push(address);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  const end = async (at: number) => {
    ends[at]?.();
    await new Promise((go) => setImmediate(go));
  };
  return { all, begun, end };
}

const A = '192.0.2.1';
const B = '192.0.2.2';

it('limits one network to its share and runs jobs of others', async () => {
  const queue = createFairQueue({ running: 3, runningOfOne: 2, waiting: 9, waitingOfOne: 9 });
  const { begun, end } = start(queue, [A, A, A, B, B]);
  expect(begun).toEqual([A, A, B]);
  expect(queue.load()).toEqual({ running: 3, waiting: 2 });
  await end(0);
  expect(begun).toEqual([A, A, B, A]);
});

it('runs next the network with the fewest running jobs, then in order of arrival', async () => {
  const queue = createFairQueue({ running: 2, runningOfOne: 2, waiting: 9, waitingOfOne: 9 });
  const { begun, end } = start(queue, [A, A, A, A, B]);
  await end(0);
  expect(begun).toEqual([A, A, B]);
  await end(1);
  await end(2);
  expect(begun).toEqual([A, A, B, A, A]);
});

it('counts the addresses of an IPv6 network as one', () => {
  const queue = createFairQueue({ running: 9, runningOfOne: 1, waiting: 9, waitingOfOne: 9 });
  expect(start(queue, ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']).begun).toEqual([
    '2001:db8::1',
    '2001:db8:0:1::1',
  ]);
});

it('rejects at once when the queue is full, for one network and in total', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, waiting: 3, waitingOfOne: 2 });
  const { all } = start(queue, [A, A, A, A, B, B]);
  await expect(all[3]).rejects.toThrow(QueueFull);
  await expect(all[5]).rejects.toThrow(QueueFull);
  expect(queue.load()).toEqual({ running: 1, waiting: 3 });
});

it('continues after a failed job, and returns or rethrows its outcome', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, waiting: 1, waitingOfOne: 1 });
  const failing = queue.run(A, () => Promise.reject(new Error('broken')));
  const next = queue.run(B, () => Promise.resolve(7));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe(7);
  expect(queue.load()).toEqual({ running: 0, waiting: 0 });
});

it('serves a newcomer before networks that have had a turn and whose jobs are older', async () => {
  const queue = createFairQueue({ running: 2, runningOfOne: 1, waiting: 9, waitingOfOne: 9 });
  const C = '192.0.2.3';
  const { begun, end } = start(queue, [A, B, A, A, B, B, C]);
  expect(begun).toEqual([A, B]);
  await end(0);
  expect(begun).toEqual([A, B, C]);
  await end(2);
  expect(begun).toEqual([A, B, C, A]);
  await end(1);
  expect(begun).toEqual([A, B, C, A, B]);
});

it('refuses the jobs that have waited too long, and no others', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, waiting: 9, waitingOfOne: 9 });
  const { all, begun, end } = start(queue, [A, A, B]);
  const before = performance.now();
  queue.refuse(60_000, () => new Error('late'));
  expect(queue.load()).toEqual({ running: 1, waiting: 2 });
  while (performance.now() === before) await new Promise((go) => setImmediate(go));
  queue.refuse(0, () => new Error('late'));
  await expect(all[1]).rejects.toThrow('late');
  await expect(all[2]).rejects.toThrow('late');
  expect(queue.load()).toEqual({ running: 1, waiting: 0 });
  await end(0);
  await all[0];
  expect(start(queue, [B]).begun).toEqual([B]);
  expect(begun).toEqual([A]);
});

it.each([
  ['networks that come back', 3, 5],
  ['newcomers', 150, 70],
])('lets no job wait while %s take turns', async (_, networks, within) => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, waiting: 9, waitingOfOne: 9 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (address: string) =>
    void queue.run(address, () => {
      begun.push(address);
      return new Promise<void>((end) => ends.push(end));
    });
  add(A);
  add(A);
  // One more comes before each end, so that somebody else always waits.
  for (let at = 0; at < 100; at += 1) {
    add(`198.51.100.${at % networks}`);
    ends[at]?.();
    await new Promise((go) => setImmediate(go));
  }
  expect(begun.slice(1, within)).toContain(A);
});

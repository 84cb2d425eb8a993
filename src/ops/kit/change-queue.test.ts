import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Failure } from '#data/core/failure.ts';
import { failedText, queuedKey, queuedOptions, retryText } from './change-queue.ts';

let status = 0;
let client: QueryClient;
let sent: number[];
let saved: string[];

/** Changes a field of a record. While `status` is not 200, the server does not save it. */
const change = (id: string) =>
  client
    .getMutationCache()
    .build(client, {
      mutationKey: queuedKey('order', id, 'status'),
      ...queuedOptions(client),
      mutationFn: async () => {
        sent.push(Date.now());
        await Promise.resolve();
        if (status !== 200) throw new Failure('no', { status });
        saved.push(id);
      },
    })
    .execute(undefined);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  client = new QueryClient();
  sent = [];
  saved = [];
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([0, 502, 503, 504])(
  'a change that the server does not save (%i) is sent every second, and within a second of its return',
  async (down) => {
    status = down;
    const done = change('a');
    await vi.advanceTimersByTimeAsync(20_500);
    expect(sent).toEqual(Array.from({ length: 21 }, (_, at) => at * 1000));
    status = 200;
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(saved).toEqual(['a']);
  },
);

it('a refused change is not sent again', async () => {
  status = 403;
  await expect(change('a')).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

it('sends at most five changes a second again, however many wait', async () => {
  status = 503;
  const ids = Array.from({ length: 20 }, (_, at) => String(at));
  const done = Promise.all(ids.map((id) => change(id)));
  await vi.advanceTimersByTimeAsync(0);
  sent = [];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(60 * 5);
  status = 200;
  await vi.advanceTimersByTimeAsync(4_000);
  await done;
  expect(saved.toSorted()).toEqual(ids.toSorted());
});

it.each([
  [{ away: true, status: 503, count: 1 }, 'No connection to the server.', 'as soon as it answers'],
  [{ away: false, status: 0, count: 1 }, 'The server did not answer.', 'every second'],
  [
    { away: false, status: 503, count: 12 },
    'The server cannot save at the moment (503).',
    'every 3 seconds',
  ],
  [
    { away: false, status: null, count: 1 },
    'The server has not answered yet.',
    'after 15 seconds without an answer',
  ],
])('says why changes are not saved and when they are sent again: %o', (waiting, why, when) => {
  expect(failedText(waiting)).toBe(why);
  expect(retryText(waiting)).toBe(when);
});

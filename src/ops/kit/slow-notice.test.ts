import { MutationCache, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSlowMutations } from './slow-notice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts a mutation that is answered, and whose lists are read again, after so many seconds each. */
async function announced(answer: number, reading: number): Promise<number> {
  const announce = vi.fn<() => void>();
  const mutations = new MutationCache();
  const end = watchSlowMutations(mutations, announce);
  const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));
  const options = { mutationFn: () => wait(answer), onSuccess: () => wait(reading) };
  const done = mutations.build(new QueryClient(), options).execute(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  end();
  return announce.mock.calls.length;
}

test('a change without an answer after four seconds is announced, once', async () => {
  expect(await announced(3.9, 0)).toBe(0);
  expect(await announced(4.1, 0)).toBe(1);
  expect(await announced(50, 5)).toBe(1);
});

test('a change that was answered is not announced while its lists are read again', async () => {
  expect(await announced(1, 30)).toBe(0);
});

import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLine } from './line.ts';

/** A server that answers, refuses, or says nothing at all. */
let server: 'answers' | 'refuses' | 'says nothing' = 'answers';
let asked = 0;
const browser = Object.assign(new EventTarget(), { onLine: true });
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

const ask = (signal: AbortSignal) => {
  asked += 1;
  if (server === 'answers') return Promise.resolve();
  if (server === 'refuses') return Promise.reject(new TypeError('Failed to fetch'));
  return new Promise<void>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('No answer'))),
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  // why: the timers of AbortSignal.timeout are not among those that are faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), ms);
    return late.signal;
  });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', browser);
  server = 'answers';
  asked = 0;
  browser.onLine = true;
  page.visibilityState = 'visible';
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it.each(['refuses', 'says nothing'] as const)(
  'knows within 3 s that the server %s, and again when it answers',
  async (how) => {
    const line = createLine(ask);
    const changes: boolean[] = [];
    const stop = line.subscribe(() => changes.push(line.isAway()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(changes).toEqual([]);
    server = how;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual([true]);
    expect(onlineManager.isOnline()).toBe(false);
    server = 'answers';
    await vi.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual([true, false]);
    expect(onlineManager.isOnline()).toBe(true);
    stop();
  },
);

it('asks nothing while answers come in, in a tab that nobody sees, and when nobody listens', async () => {
  const line = createLine(ask);
  const stop = line.subscribe(() => {});
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(900);
    line.answered();
  }
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  line.doubt();
  expect(asked).toBe(1);
});

it('takes a server that answers something else for busy, not for gone', async () => {
  const line = createLine(ask);
  const stop = line.subscribe(() => {});
  server = 'says nothing';
  line.doubt();
  await vi.advanceTimersByTimeAsync(1_000);
  line.answered();
  await vi.advanceTimersByTimeAsync(1_200);
  expect(line.isAway()).toBe(false);
  stop();
});

it('follows what the browser tells at once, and one failure alone is no lost line', async () => {
  const line = createLine(ask);
  const stop = line.subscribe(() => {});
  browser.onLine = false;
  browser.dispatchEvent(new Event('offline'));
  expect(line.isAway()).toBe(true);
  browser.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(line.isAway()).toBe(false);
  line.doubt();
  await vi.advanceTimersByTimeAsync(0);
  expect(line.isAway()).toBe(false);
  stop();
});

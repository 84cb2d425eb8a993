import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { monitorConnection } from './connection.ts';

let server: 'responds' | 'refuses' | 'hangs' = 'responds';
let pings = 0;
const browser = Object.assign(new EventTarget(), { onLine: true });
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

const ping = (signal: AbortSignal) => {
  pings += 1;
  if (server === 'responds') return Promise.resolve();
  if (server === 'refuses') return Promise.reject(new TypeError('Failed to fetch'));
  return new Promise<void>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('Timed out'))),
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  // why: fake timers do not cover those of AbortSignal.timeout.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), ms);
    return timeout.signal;
  });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', browser);
  server = 'responds';
  pings = 0;
  browser.onLine = true;
  page.visibilityState = 'visible';
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it.each(['refuses', 'hangs'] as const)(
  'notices within 3 s that the server %s, and that it responds again',
  async (how) => {
    const connection = monitorConnection(ping);
    const changes: boolean[] = [];
    const stop = connection.subscribe(() => changes.push(connection.isLost()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(changes).toEqual([]);
    server = how;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual([true]);
    expect(onlineManager.isOnline()).toBe(false);
    server = 'responds';
    await vi.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual([true, false]);
    expect(onlineManager.isOnline()).toBe(true);
    stop();
  },
);

it('does not ping while responses arrive, in a hidden tab, or without subscribers', async () => {
  const connection = monitorConnection(ping);
  const stop = connection.subscribe(() => {});
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(900);
    connection.recordResponse();
  }
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pings).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(pings).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  connection.check();
  expect(pings).toBe(1);
});

it('treats a server that answers another request during a ping as busy, not lost', async () => {
  const connection = monitorConnection(ping);
  const stop = connection.subscribe(() => {});
  server = 'hangs';
  connection.check();
  await vi.advanceTimersByTimeAsync(1_000);
  connection.recordResponse();
  await vi.advanceTimersByTimeAsync(1_200);
  expect(connection.isLost()).toBe(false);
  stop();
});

it("follows the browser's offline event at once, and survives a single failed request", async () => {
  const connection = monitorConnection(ping);
  const stop = connection.subscribe(() => {});
  browser.onLine = false;
  browser.dispatchEvent(new Event('offline'));
  expect(connection.isLost()).toBe(true);
  browser.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.isLost()).toBe(false);
  connection.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.isLost()).toBe(false);
  stop();
});

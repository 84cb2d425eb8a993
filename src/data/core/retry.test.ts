import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from './failure.ts';
import { retryDelay, shouldRetry } from './retry.ts';

const failure = (status: number) => new Failure('no', { status });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a failed read', () => {
  it('is retried three times in the browser, after 1, 2 and 4 seconds', () => {
    vi.stubGlobal('window', {});
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(503)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(shouldRetry(0, failure(0))).toBe(true);
    expect([0, 1, 2, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000]);
  });

  it('is not retried after a 4xx or a wrong shape, nor on the server', () => {
    vi.stubGlobal('window', {});
    expect(shouldRetry(0, failure(400))).toBe(false);
    expect(shouldRetry(0, failure(429))).toBe(false);
    expect(shouldRetry(0, failure(200))).toBe(false);
    vi.unstubAllGlobals();
    expect(shouldRetry(0, failure(503))).toBe(false);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextPaint } from './next-paint.ts';

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The state of a wait for the next paint. */
function watched() {
  const seen = { painted: false };
  void nextPaint().then(() => {
    seen.painted = true;
  });
  return seen;
}

test('it resolves in the task after the frame', async () => {
  const seen = watched();
  frames.forEach((frame) => frame());
  expect(seen.painted).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.painted).toBe(true);
});

test('in a page that is not painted it waits a quarter of a second', async () => {
  const seen = watched();
  await vi.advanceTimersByTimeAsync(249);
  expect(seen.painted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.painted).toBe(true);
});

import { CLOCK_SET } from '#ui/clock-set.ts';
import { clock } from '#domain/clock.ts';

/** Below this, in ms, a difference is the way of the answer, and the device's clock is right. */
const TOLERATED_MS = 120_000;

/**
 * Asks the server for its time, now and whenever the page is shown again, and has all days and times of the page
 * follow it. why: a device whose clock is days behind would show and offer past days as the next ones. Without an
 * answer the last one stays.
 */
export function followServerClock(): void {
  const ask = () => void hearServerClock().catch(() => {});
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
  ask();
}

async function hearServerClock(): Promise<void> {
  const asked = Date.now();
  const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
  const ahead = Date.parse(answer.headers.get('date') ?? '') - (asked + Date.now()) / 2;
  if (Number.isNaN(ahead)) return;
  clock.ahead = Math.abs(ahead) < TOLERATED_MS ? 0 : ahead;
  dispatchEvent(new Event(CLOCK_SET));
}

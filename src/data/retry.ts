import { Failure } from './failure.ts';

const RETRIES = 3;
const LONGEST_DELAY_MS = 30_000;

/**
 * Whether a failed read is tried again: up to 3 times (spec, public side §9), in the browser only,
 * and never when the answer was a 4xx, which another try cannot change.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (typeof window === 'undefined') return false;
  if (error instanceof Failure && error.status >= 400 && error.status < 500) return false;
  return failures < RETRIES;
}

/** Milliseconds before try n+1: min(1000 × 2ⁿ, 30000) (spec, public side §9). */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, LONGEST_DELAY_MS);
}

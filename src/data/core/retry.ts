import { Failure } from './failure.ts';

const RETRIES = 3;
const LONGEST_DELAY_MS = 30_000;

/**
 * Whether a failed read is retried: up to 3 times, in the browser only, and not when the server
 * answered with a 4xx or in a wrong shape, which a retry cannot change.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (typeof window === 'undefined') return false;
  if (error instanceof Failure && error.status > 0 && error.status < 500) return false;
  return failures < RETRIES;
}

/** Milliseconds before retry n+1: min(1000 × 2ⁿ, 30000). */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, LONGEST_DELAY_MS);
}

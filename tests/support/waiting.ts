import type { ISql } from 'postgres';
import { expect, vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/**
 * Repeats a check until it throws no more, and returns its result.
 * @param interval ms between two checks
 */
export const eventually = <Result>(
  check: () => Result | Promise<Result>,
  interval = 50,
): Promise<Result> => vi.waitFor(check, { timeout: PATIENCE_MS, interval });

/**
 * Repeats a call for as long as it is refused as busy. why: a call waits two seconds for a lock, which a test may hold
 * longer on a busy machine.
 */
export async function untilNotBusy<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code, detail } = error as { code?: string; detail?: string };
      if (code !== '55P03' && !(code === 'PT409' && detail?.includes('"busy"'))) throw error;
    }
  }
}

/**
 * Resolves when so many transactions of this database wait for a lock.
 * @param sql also a transaction. why the snapshot is cleared: there PostgreSQL would show the sessions of its first look.
 */
export const untilWaiting = (sql: ISql, calls = 1): Promise<void> =>
  eventually(async () => {
    await sql`select pg_stat_clear_snapshot()`;
    const waiting = await sql`
      select distinct pid from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`;
    expect(waiting).toHaveLength(calls);
  });

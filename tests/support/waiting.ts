import type { Sql } from 'postgres';
import { expect, vi } from 'vitest';

/** Resolves when a transaction of this database waits for a lock. */
export const untilWaiting = (sql: Sql): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`;
    expect(waiting).toHaveLength(1);
  }, 10_000);

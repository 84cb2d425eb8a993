import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions, Sql } from './connection.ts';
import { openPool } from './database.ts';
import { StartError } from './start-error.ts';

const ROUNDS = 3;
const TIMEOUT_MS = 15_000;

/**
 * Refuses a database address on which one connection is served by several server processes: a
 * pooler in transaction or statement mode (PgBouncer, Supavisor, Odyssey). It would lose state that
 * belongs to a connection: prepared statements, LISTEN and advisory locks. Session mode is fine.
 * @throws StartError for such a pooler, and on a timeout. Other connection errors are left to
 * openDatabase.
 */
export async function refusePooler(target: ConnectionOptions): Promise<void> {
  const open = () => openPool(target, { max: 1, name: 'studio-start' });
  const pools = [open(), open()] as const;
  const late = new AbortController();
  try {
    const isPooled = await Promise.race([
      changesProcess(...pools).catch(() => false),
      sleep(TIMEOUT_MS, null, { signal: late.signal }),
    ]);
    if (isPooled === null) throw new StartError('The database of DATABASE_URL does not answer.');
    if (isPooled) {
      throw new StartError(
        'DATABASE_URL leads to a pooler that gives each transaction another connection, which the ' +
          'site cannot work with: give the address of PostgreSQL itself, or of a pool in session mode.',
      );
    }
  } finally {
    late.abort();
    await Promise.all(pools.map((pool) => pool.end({ timeout: 0 })));
  }
}

/**
 * Whether two connections share a server process, or one is served by two. why: while the second
 * connection's transaction holds the process that served the first, a pooler has to serve the first
 * from another.
 */
async function changesProcess(first: Sql, second: Sql): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processOf(first);
    const look = async (tx: Pick<Sql, 'unsafe'>) =>
      (await processOf(tx)) === before || (await processOf(first)) !== before;
    const changed = await second.begin(look).catch((error: NodeJS.ErrnoException) => {
      // A pooler in statement mode closes the connection when a transaction begins.
      if (error.code === 'CONNECTION_CLOSED') return true;
      throw error;
    });
    if (changed) return true;
  }
  return false;
}

async function processOf(sql: Pick<Sql, 'unsafe'>): Promise<unknown> {
  // why: a simple query, because a pooler may reject prepared statements before it is recognised.
  const [row] = await sql.unsafe('select pg_backend_pid() as pid').simple();
  return row?.['pid'];
}

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type ConnectionOptions, type Sql } from './database.ts';
import { StartError } from './start-error.ts';

const ROUNDS = 3;
const PATIENCE_MS = 15_000;

/**
 * Refuses a way to the database on which one connection is answered by several server processes: a
 * pooler that hands them out for each transaction or statement (PgBouncer, Supavisor, Odyssey). Such
 * a pooler loses what we keep on a connection: prepared statements, LISTEN and locks. One that keeps
 * a process for as long as the connection lasts (pool_mode = session) is fine.
 * @throws StartError then, and when nobody answers. A way that fails otherwise is left to openDatabase.
 */
export async function refusePooler(target: ConnectionOptions): Promise<void> {
  const open = () => openPool(target, { max: 1, name: 'studio-start' });
  const pools = [open(), open()] as const;
  const late = new AbortController();
  try {
    const isPooled = await Promise.race([
      changesProcess(...pools).catch(() => false),
      sleep(PATIENCE_MS, null, { signal: late.signal }),
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
 * Whether two connections share a process, or one is answered by two. why: while the second holds
 * the process that answered the first, the first must be answered by another one.
 */
async function changesProcess(first: Sql, second: Sql): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processOf(first);
    const look = async (tx: Pick<Sql, 'unsafe'>) =>
      (await processOf(tx)) === before || (await processOf(first)) !== before;
    const changed = await second.begin(look).catch((error: NodeJS.ErrnoException) => {
      // A pooler that hands out processes for each statement hangs up on who begins a transaction.
      if (error.code === 'CONNECTION_CLOSED') return true;
      throw error;
    });
    if (changed) return true;
  }
  return false;
}

async function processOf(sql: Pick<Sql, 'unsafe'>): Promise<unknown> {
  // why: a pooler may refuse prepared statements before it can be told for what it is.
  const [row] = await sql.unsafe('select pg_backend_pid() as pid').simple();
  return row?.['pid'];
}

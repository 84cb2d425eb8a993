import {
  attachEmbedded,
  connectionFromUrl,
  type ConnectionOptions,
  refusePooler,
  silent,
  startEmbedded,
  StartError,
  toStartError,
  writableFolder,
} from '#backend';
import { EnvironmentError, processEnvironment, type Environment } from '#server/environment.ts';

/** A script's connection to the database of the home that the environment selects. */
export interface ScriptDatabase {
  env: Environment;
  target: ConnectionOptions;
  /** Whether the embedded server belongs to a running site. */
  joined: boolean;
}

/**
 * Runs a script on the database: uses the server of a running site, or starts the embedded one for
 * the duration. On failure it prints one line and sets exit code 1.
 */
export async function withDatabase(
  run: (database: ScriptDatabase) => Promise<void>,
): Promise<void> {
  let stop = async () => {};
  try {
    const env = processEnvironment();
    if (env.SUPABASE_URL) {
      throw new EnvironmentError('This script works on a PostgreSQL of ours; unset SUPABASE_URL.');
    }
    const joined = env.DATABASE_URL
      ? connectionFromUrl(env.DATABASE_URL)
      : attachEmbedded({ dataDir: env.DATA_DIR });
    writableFolder(env.DATA_DIR);
    endOnSignals();
    if (joined) {
      if (env.DATABASE_URL) await refusePooler(joined);
      await run({ env, target: joined, joined: !env.DATABASE_URL });
      return;
    }
    const server = await startEmbedded({ dataDir: env.DATA_DIR, log: silent });
    stop = () => server.stop();
    await run({ env, target: server.owner, joined: false });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

/** An error as one line for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof StartError) return error.message;
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? toStartError('This cannot be done', error).message : String(error);
}

/**
 * why: PostgreSQL is stopped on the process's `exit` event, which signals do not trigger by
 * default.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130));
  }
}

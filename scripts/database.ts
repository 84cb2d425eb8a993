import { mkdirSync } from 'node:fs';
import { silent } from '#backend/log.ts';
import { connectionFromUrl, type ConnectionOptions } from '#backend/postgres/database.ts';
import { attachEmbedded, startEmbedded } from '#backend/postgres/embedded.ts';
import { StartError } from '#backend/postgres/start-error.ts';
import { EnvironmentError, processEnvironment, type Environment } from '#server/environment.ts';

/** A script's way to the database of the home that the environment names. */
export interface ScriptDatabase {
  env: Environment;
  target: ConnectionOptions;
  /** Whether a running site has started the embedded server that we joined. */
  joined: boolean;
}

/**
 * Runs a script on the database: joins the server of a running site, or starts the embedded one for
 * as long as the script takes. Ends the process with one line when that cannot be done.
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
    if (joined) {
      await run({ env, target: joined, joined: !env.DATABASE_URL });
      return;
    }
    mkdirSync(env.DATA_DIR, { recursive: true });
    const server = await startEmbedded({ dataDir: env.DATA_DIR, log: silent });
    stop = () => server.stop();
    await run({ env, target: server.owner, joined: false });
  } catch (error) {
    const known = error instanceof EnvironmentError || error instanceof StartError;
    process.stderr.write(`${known ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { openPool } from '#backend/postgres/database.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { scaled } from '#tests/support/scale.ts';
import type { Site } from '#tests/support/site-process.ts';

/** For a site's NODE_OPTIONS: on SIGUSR2 the process collects garbage and prints what is left. */
const MEASURES = `import v8 from 'node:v8'; import vm from 'node:vm';
v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc');
process.on('SIGUSR2', () => { gc(); setTimeout(() => { gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap');
  console.log('measured ' + JSON.stringify({ live: heapUsed + external, rss, sockets: sockets.length }));
}, 200); });`;
export const MEASURING = `--import "data:text/javascript,${encodeURIComponent(MEASURES)}"`;

/** Memory and connections of a site after a garbage collection. */
export interface Measured {
  /** Heap and external memory. */
  live: number;
  /** Resident memory of the process. */
  rss: number;
  sockets: number;
}

/** Observes a site from outside during an attack. */
export interface Watch {
  measure(): Promise<Measured>;
  /** Problems: it ended, is not ready, or its log or PostgreSQL's has internal errors. */
  complaints(): Promise<string[]>;
}

/**
 * Observes a site that runs with `MEASURING`. From here on PostgreSQL logs errors with their codes.
 */
export async function watch(site: Site, address: string, dataDir: string): Promise<Watch> {
  const log = await logErrors(dataDir);
  return {
    measure: async () => {
      const before = site.output().length;
      site.process.kill('SIGUSR2');
      const said = () => /measured (\{.*\})/.exec(site.output().slice(before))?.[1];
      while (!said() && site.process.exitCode === null) {
        await new Promise((go) => setTimeout(go, 20));
      }
      return JSON.parse(said() ?? '{}') as Measured;
    },
    complaints: async () => {
      const { exitCode, signalCode } = site.process;
      if (exitCode !== null || signalCode) return [`The site ended: ${exitCode ?? signalCode}`];
      const began = performance.now();
      const { ok, status } = await fetch(`${address}/readyz`);
      const took = performance.now() - began;
      const said = site.output().split('\n');
      const logged = readFileSync(log, 'utf8').split('\n');
      return [
        ...(ok && took < scaled(2000, 20_000)
          ? []
          : [`/readyz answers ${status} after ${took} ms`]),
        ...said.filter((line) => /"level":"error"|Unhandled|Warning:/.test(line)),
        ...logged.filter((line) => /PANIC|terminated by signal|ERROR: {2}XX/.test(line)),
      ];
    },
  };
}

/** Returns the path of PostgreSQL's log, after turning error logging on. */
async function logErrors(dataDir: string): Promise<string> {
  const owner = attachEmbedded({ dataDir });
  if (!owner) throw new Error(`No database runs in ${dataDir}.`);
  const secrets = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    superuser: string;
  };
  const superuser = { ...owner, username: 'postgres', password: secrets.superuser };
  const sql: Sql = openPool(superuser, { max: 1, name: 'attack' });
  await sql`alter database studio set log_min_messages = 'error'`;
  await sql`alter database studio set log_error_verbosity = 'verbose'`;
  // why: existing connections keep their settings.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`;
  const [found] = await sql<{ data: string }[]>`select current_setting('data_directory') as data`;
  await sql.end();
  return join(dirname(found?.data ?? ''), 'postgres.log');
}

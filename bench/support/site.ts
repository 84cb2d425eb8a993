import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { attachEmbedded, removeEmbedded } from '#backend';
import { spawnSite } from '#tests/support/spawn-site.ts';
import { followStalls, tellingStalls, type Stalls } from './stalls.ts';

export const STAFF = { email: 'owner@frameyard.example', password: 'bench password 1' };

/** The Node flags of `npm start`. */
function startFlags(): string[] {
  const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** The built site as a separate process, in the embedded home, with demo data. */
export interface BenchSite {
  address: string;
  anonKey: string;
  pid: number;
  /** The owner's connection, which bypasses RLS. */
  sql: Sql;
  /** Event loop delays since the last call. */
  stalls(): Stalls;
  stop(): Promise<void>;
}

/**
 * Starts the built site as `npm start` does. It trusts `X-Forwarded-For` of this machine, so that a
 * load generator can vary client addresses instead of hitting limits.
 * @param program another program to run instead of the site
 */
export async function openSite(
  variables: Record<string, string> = {},
  program = 'server/main.ts',
): Promise<BenchSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const stallsFile = join('/dev/shm', basename(dataDir));
  const settings = {
    ...tellingStalls(stallsFile),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    OPS_ADMIN_EMAIL: STAFF.email,
    OPS_ADMIN_PASSWORD: STAFF.password,
    ...variables,
  };
  const site = spawnSite(program, settings, startFlags());
  const address = await site.ready;
  const target = attachEmbedded({ dataDir });
  if (!address || !target) throw new Error(`The site did not start:\n${site.output()}`);
  const { ssl: _, ...options } = target;
  const sql = postgres({ ...options, max: 1, onnotice: () => {} });
  const html = await (await fetch(`${address}/my-order`)).text();
  return {
    address,
    anonKey: /"anonKey":"([^"]+)"/.exec(html)?.[1] ?? '',
    pid: site.process.pid ?? 0,
    sql,
    stalls: followStalls(stallsFile),
    stop: async () => {
      await sql.end();
      site.process.kill('SIGTERM');
      await site.ended;
      removeEmbedded({ dataDir });
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(stallsFile);
    },
  };
}

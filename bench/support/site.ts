import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { attachEmbedded, removeEmbedded } from '#backend';
import { spawnSite } from '#tests/support/spawn-site.ts';
import { makeMemoryGroup } from './memory-group.ts';
import { followStalls, tellingStalls, type Stalls } from './stalls.ts';

export const STAFF = { email: 'owner@frameyard.example', password: 'bench password 1' };

const CHECKOUT = join(import.meta.dirname, '../..');

/** The Node flags and the environment variables of `npm start` in a checkout. */
function startCommand(folder: string) {
  const file = readFileSync(join(folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  return {
    flags: words.filter((word) => word.startsWith('--')),
    variables: Object.fromEntries(
      words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
    ) as Record<string, string>,
  };
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
  /** Processes that were ended for want of memory; null without a limit on it. */
  killed(): number | null;
  stop(): Promise<void>;
}

/**
 * Starts the built site as `npm start` does. It trusts `X-Forwarded-For` of this machine, so that a
 * load generator can vary client addresses instead of hitting limits.
 * `program`: another program to run instead of the site; `folder`: another checkout; `mostMb`: memory
 * for all its processes, where the machine has cgroups.
 */
export async function openSite(
  variables: Record<string, string> = {},
  {
    program = 'server/main.ts',
    folder = CHECKOUT,
    mostMb,
  }: { program?: string; folder?: string | undefined; mostMb?: number | undefined } = {},
): Promise<BenchSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const stallsFile = join('/dev/shm', basename(dataDir));
  const start = startCommand(folder);
  const settings = {
    ...start.variables,
    ...tellingStalls(stallsFile),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    OPS_ADMIN_EMAIL: STAFF.email,
    OPS_ADMIN_PASSWORD: STAFF.password,
    ...variables,
  };
  const site = spawnSite(program, settings, start.flags, folder);
  const group = mostMb === undefined ? null : makeMemoryGroup(mostMb);
  group?.add(site.process.pid ?? 0);
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
    killed: () => group?.killed() ?? null,
    stop: async () => {
      await sql.end();
      site.process.kill('SIGTERM');
      await site.ended;
      await group?.remove();
      removeEmbedded({ dataDir });
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(stallsFile, { force: true });
    },
  };
}

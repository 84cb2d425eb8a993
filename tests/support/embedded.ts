import { execFileSync, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { readPostmasterFile } from '#backend/postgres/cluster.ts';
import { openPool } from '#backend/postgres/database.ts';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { removeEmbedded, startEmbedded } from '#backend/postgres/embedded.ts';
import type { EmbeddedServer } from '#backend/postgres/embedded.ts';
import { newScratch } from './scratch.ts';

/** Another Node process that starts PostgreSQL on the same data folder and keeps running. */
export type OtherProcess = { pid: number; kill: () => Promise<void>; ready: Promise<void> };

const mountOf = (folder: string, megabytes: number) =>
  ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder] as const;

/** Whether this process may mount disks: root may, unless a container forbids it. */
export const mountsDisks = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = fs.mkdtempSync(join(tmpdir(), 'studio-mount-'));
  const mounted = spawnSync('mount', mountOf(folder, 1)).status === 0;
  if (mounted) execFileSync('umount', [folder]);
  fs.rmdirSync(folder);
  return mounted;
})();

/**
 * Helpers for tests of the embedded server; whatever they start or create is cleaned up after each
 * test.
 */
export function useEmbedded() {
  const folders: string[] = [];
  const servers: EmbeddedServer[] = [];
  const mounts: string[] = [];
  let template = '';
  afterAll(() => template && fs.rmSync(template, { recursive: true }));

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    for (const mount of mounts.splice(0)) execFileSync('umount', ['-l', mount]);
    for (const folder of folders.splice(0)) {
      fs.chmodSync(folder, 0o755);
      for (const dataDir of [folder, ...fs.readdirSync(folder).map((name) => join(folder, name))]) {
        if (fs.existsSync(join(dataDir, 'home'))) removeEmbedded({ dataDir });
      }
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  /** A folder that every user can enter, unless `mode` differs. */
  function newFolder(mode = 0o755): string {
    const folder = fs.realpathSync(newScratch('embedded'));
    fs.chmodSync(folder, mode);
    folders.push(folder);
    return folder;
  }

  /** A separate disk of that many megabytes, where `mountsDisks`. */
  function newDisk(megabytes: number): string {
    const folder = newFolder();
    execFileSync('mount', mountOf(folder, megabytes));
    mounts.push(folder);
    return folder;
  }

  async function start(dataDir: string): Promise<EmbeddedServer & { said: string[] }> {
    const said: string[] = [];
    const server = await startEmbedded({ dataDir, log: (_level, message) => said.push(message) });
    servers.push(server);
    return { ...server, said };
  }

  /**
   * Fills a data folder with a cluster that was started and stopped before, and returns the folder.
   * why: initdb takes over a second of CPU, so each test file runs it once and copies the result.
   */
  async function prepared(dataDir = newFolder()): Promise<string> {
    if (template === '') {
      template = fs.realpathSync(newScratch('template'));
      fs.chmodSync(template, 0o755);
      const { stop } = await startEmbedded({ dataDir: template, log: () => {} });
      await stop();
    }
    execFileSync('cp', ['-a', `${template}/.`, dataDir]);
    return dataDir;
  }

  return { newFolder, newDisk, prepared, start };
}

/** Runs one statement on a new connection; returns its first row. */
export async function query(owner: ConnectionOptions, text: string): Promise<unknown> {
  const sql = openPool(owner, { max: 1, name: 'test' });
  try {
    return (await sql.unsafe(text))[0];
  } finally {
    await sql.end();
  }
}

/**
 * Starts PostgreSQL on the folder in another Node process; `ready` rejects when the process ends.
 */
export function startElsewhere(dataDir: string): OtherProcess {
  const module = JSON.stringify(join(import.meta.dirname, '../../backend/postgres/embedded.ts'));
  const script = `const { startEmbedded } = await import(${module});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = Promise.race([
    new Promise<void>((resolve) => child.stdout.once('data', () => resolve())),
    ended.then(() => Promise.reject(new Error('The other process ended.'))),
  ]);
  ready.catch(() => {});
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { kill, ready, pid: child.pid ?? 0 };
}

/** The data directory of the cluster behind a connection. */
export const dataOf = (owner: ConnectionOptions) => join(owner.host, '../data');

/** Process id of the postmaster behind a connection; 0 when there is none. */
export const postmasterPid = (owner: ConnectionOptions) =>
  readPostmasterFile(dataOf(owner))?.pid ?? 0;

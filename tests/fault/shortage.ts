import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readPostmasterFile } from '#backend/postgres/cluster.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { startedAt, unprivilegedUser, type RunAs } from '#backend/postgres/processes.ts';
import { mountsDisks, type useEmbedded } from '#tests/support/embedded.ts';

/** A real lack of room that begins and ends while processes work. */
export interface Shortage {
  /** Where they keep their data. */
  folder: string;
  /** @param pids the processes that shall get no more room */
  begin(pids: number[]): void;
  end(pids: number[]): void;
}

/** why: a limit is set by the process's own user, which PostgreSQL's may not be. */
function limitFiles(pids: number[], most: string): void {
  for (const pid of pids) {
    const args = ['--pid', String(pid), `--fsize=${most}:`];
    const set = (as: RunAs) => spawnSync('prlimit', args, { ...as }).status === 0;
    const isSet = set(null) || set(unprivilegedUser());
    // why: asked last, as a process may end at any moment before.
    expect(isSet || startedAt(pid) === null, `limit of process ${pid}`).toBe(true);
  }
}

/** The ways to take a process's room that this machine knows, by what they are. */
export const shortages = [
  {
    name: 'a full disk',
    there: mountsDisks,
    make: ({ newDisk }: ReturnType<typeof useEmbedded>, megabytes: number): Shortage => {
      const folder = newDisk(megabytes);
      const filler = join(folder, 'filler');
      return { folder, begin: () => fillUp(filler), end: () => fs.rmSync(filler) };
    },
  },
  {
    // why: an ordinary user may mount no disk, and this too is the kernel's own refusal.
    name: 'a limit on the length of files',
    there: process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0,
    make: ({ newFolder }: ReturnType<typeof useEmbedded>): Shortage => ({
      folder: newFolder(),
      begin: (pids) => limitFiles(pids, '1000'),
      end: (pids) => limitFiles(pids, 'unlimited'),
    }),
  },
] as const;

/** The process that answers for a data folder's PostgreSQL. Throws where there is none. */
export function postmasterOf(dataDir: string): number {
  const data = join(attachEmbedded({ dataDir })?.host ?? '', '../data');
  const pid = readPostmasterFile(data)?.pid;
  if (!pid) throw new Error('PostgreSQL does not run.');
  return pid;
}

/** A process and all that it has started, its children's children too. */
export function familyOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return [pid, ...below(pid)];
}

/** Writes to a file until the disk has no room left. */
function fillUp(file: string): void {
  for (const size of [1_048_576, 4096, 1]) {
    const block = Buffer.alloc(size);
    expect(() => {
      for (;;) fs.appendFileSync(file, block);
    }).toThrow('ENOSPC');
  }
}

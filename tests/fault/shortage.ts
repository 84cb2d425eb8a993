import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readPostmasterFile } from '#backend/postgres/cluster.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { startedAt, unprivilegedUser, type RunAs } from '#backend/postgres/processes.ts';
import { mountsDisks, type useEmbedded } from '#tests/support/embedded.ts';

/** A real shortage of disk space that begins and ends while processes run. */
export interface Shortage {
  /** The folder of their data. */
  folder: string;
  /** @param pids the processes to restrict */
  begin(pids: number[]): void;
  end(pids: number[]): void;
}

/** why: only the process's own user may set its limit, and PostgreSQL's may be another. */
function limitFiles(pids: number[], most: string): void {
  for (const pid of pids) {
    const args = ['--pid', String(pid), `--fsize=${most}:`];
    const set = (as: RunAs) => spawnSync('prlimit', args, { ...as }).status === 0;
    const isSet = set(null) || set(unprivilegedUser());
    // why: checked last, because a process may end at any time before.
    expect(isSet || startedAt(pid) === null, `limit of process ${pid}`).toBe(true);
  }
}

/** The methods of restricting a process's disk space on this machine. */
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
    // why: an ordinary user cannot mount a disk; the kernel's file size limit is a real refusal
    // too.
    name: 'a limit on the length of files',
    there: process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0,
    make: ({ newFolder }: ReturnType<typeof useEmbedded>): Shortage => ({
      folder: newFolder(),
      begin: (pids) => limitFiles(pids, '1000'),
      end: (pids) => limitFiles(pids, 'unlimited'),
    }),
  },
] as const;

/** The postmaster of a data folder. @throws Error when there is none. */
export function postmasterOf(dataDir: string): number {
  const data = join(attachEmbedded({ dataDir })?.host ?? '', '../data');
  const pid = readPostmasterFile(data)?.pid;
  if (!pid) throw new Error('PostgreSQL does not run.');
  return pid;
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return [pid, ...below(pid)];
}

/** Fills the disk. */
function fillUp(file: string): void {
  for (const size of [1_048_576, 4096, 1]) {
    const block = Buffer.alloc(size);
    expect(() => {
      for (;;) fs.appendFileSync(file, block);
    }).toThrow('ENOSPC');
  }
}

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { toStartError, StartError } from './start-error.ts';

/** The user that PostgreSQL runs as; null for the user of this process. */
export type RunAs = { uid: number; gid: number } | null;

/**
 * `nobody` when this process is root, because PostgreSQL refuses to run as root; otherwise null.
 */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return null;
  const line = readIfThere('/etc/passwd')?.match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) throw new StartError('PostgreSQL cannot run as root, and there is no user "nobody".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * Spawn options for child processes, independent of our working directory, locale and PG*
 * variables.
 */
export function spawnOptions(user: RunAs) {
  // why the threshold: what a session's dearest statement took goes back to the system at once.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', MALLOC_MMAP_THRESHOLD_: '131072' };
  return { ...user, cwd: '/', env };
}

/**
 * Whether that user can enter the folder. Tried, not computed from mode bits. why: parent folders,
 * ACLs and mounts count too.
 */
export function canEnter(folder: string, user: RunAs): boolean {
  const script = 'cd "$1" && test -w .';
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], spawnOptions(user)).status === 0;
}

/** Creates a folder that only that user can enter. */
export function makePrivate(folder: string, user: RunAs): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o700);
  if (user) fs.chownSync(folder, user.uid, user.gid);
}

function ps(pid: number, column: string): string | null {
  const found = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** Start time of a process, only good for comparison; null when there is no such process. */
export function startedAt(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  // proc_pid_stat(5): the command may contain spaces, so fields are counted after its closing
  // parenthesis.
  const fields = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields?.[0] === 'Z' ? null : (fields?.[19] ?? null);
}

/** Whether that process is a postmaster of this data folder, which is its working directory. */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(data) ?? false;
  return readLink(`/proc/${pid}/cwd`) === data;
}

/**
 * A lock file for one process: a symlink to our pid and start time. A dead process's lock is taken
 * over.
 * @returns Releases the lock.
 * @throws StartError when a living process holds it.
 */
export function takeLock(file: string, inUse: (pid: string) => string): () => void {
  for (;;) {
    try {
      // why: creating a symlink is atomic, content included, and fails when it exists.
      fs.symlinkSync(`${process.pid} ${startedAt(process.pid)}`, file);
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw toStartError(`Cannot lock ${file}`, error);
      }
    }
    const holder = readLink(file);
    const [pid, start] = holder?.split(' ') ?? [];
    if (pid && startedAt(Number(pid)) === start) throw new StartError(inUse(pid));
    const aside = `${file}.${process.pid}`;
    try {
      fs.renameSync(file, aside);
      // why: another process may have taken the lock over between reading and renaming; restore it.
      const taken = readLink(aside);
      if (taken && taken !== holder) fs.symlinkSync(taken, file);
    } catch {
      // Another process was faster; try again.
    }
    fs.rmSync(aside, { force: true });
  }
}

function readLink(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}

/** The text of a file, or null when there is none. */
export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

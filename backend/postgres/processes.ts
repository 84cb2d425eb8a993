import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { toStartError, StartError } from './start-error.ts';

/** The user that PostgreSQL runs as; null = the same as this process. */
export type RunAs = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root: then it runs as `nobody`, otherwise as ourselves. */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return null;
  const line = readIfThere('/etc/passwd')?.match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) throw new StartError('PostgreSQL cannot run as root, and there is no user "nobody".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Options for child processes that must not depend on our folder, locale or PG* variables. */
export function spawnOptions(user: RunAs) {
  return { ...user, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
}

/** Whether that user can enter the folder. why: the system knows of parents, ACLs and mounts. */
export function canEnter(folder: string, user: RunAs): boolean {
  const script = 'cd "$1" && test -w .';
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], spawnOptions(user)).status === 0;
}

/** Makes a folder that only that user can enter. */
export function makePrivate(folder: string, user: RunAs): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o700);
  if (user) fs.chownSync(folder, user.uid, user.gid);
}

function ps(pid: number, column: string): string | null {
  const found = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** When the process started, in a form that only serves to compare; null = no such process. */
export function startedAt(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  // proc_pid_stat(5): the command may hold spaces, so count from its closing parenthesis.
  const fields = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields?.[0] === 'Z' ? null : (fields?.[19] ?? null);
}

/** Whether that process is a postmaster of this data folder, in which it then works. */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(data) ?? false;
  return readLink(`/proc/${pid}/cwd`) === data;
}

/**
 * One process at a time: a link that holds our pid and start time, taken over from a dead one.
 * @returns Lets go of it.
 * @throws StartError when a living process holds it.
 */
export function takeLock(file: string, inUse: (pid: string) => string): () => void {
  for (;;) {
    try {
      // why: a link appears whole and only once.
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
      // why: between reading and renaming, another process may have taken it over: give it back.
      const taken = readLink(aside);
      if (taken && taken !== holder) fs.symlinkSync(taken, file);
    } catch {
      // Somebody else was quicker: look again.
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

/** A file's text, or null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

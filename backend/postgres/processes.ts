import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { explain, StartError } from './start-error.ts';

/** The user that PostgreSQL runs as; null = the same as this process. */
export type RunAs = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root: then it runs as `nobody`, otherwise as ourselves. */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) throw new StartError('PostgreSQL cannot run as root, and there is no user "nobody".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Options for child processes that must not depend on our folder, locale or PG* variables. */
export function spawnOptions(user: RunAs) {
  return { ...user, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
}

/** Whether that user can enter the folder: asked of the system, since modes of parents, ACLs and mounts all count. */
export function canEnter(folder: string, user: RunAs): boolean {
  const script = 'cd "$1" && test -w .';
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], spawnOptions(user)).status === 0;
}

function ps(pid: number, column: string): string | null {
  const found = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** When the process started, in a form that only serves to compare; null = no such process. */
export function startedAt(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the command may hold spaces, so count from its closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Whether that process is a postmaster of this data folder (a postmaster's working folder is its data). */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(data) ?? false;
  try {
    return startedAt(pid) !== null && readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * One process at a time: a file with our pid and start time (a pid alone may since belong to
 * somebody else). What a killed process left is taken over.
 * @returns Lets go of it.
 * @throws StartError when a living process holds it.
 */
export function takeLock(file: string, inUse: (pid: number) => string): () => void {
  const own = `${process.pid} ${startedAt(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  for (;;) {
    try {
      writeFileSync(draft, own);
      // why: link fails when the name exists, so the lock appears whole and only once.
      linkSync(draft, file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw explain(`Cannot lock ${file}`, error);
      }
    } finally {
      rmSync(draft, { force: true });
    }
    const found = readIfThere(file);
    const [pid, start] = found?.trim().split(' ') ?? [];
    if (pid && startedAt(Number(pid)) === start) throw new StartError(inUse(Number(pid)));
    const aside = `${draft}.stale`;
    try {
      renameSync(file, aside);
      // why: between reading and renaming, another process may have taken it over: give it back.
      if (readIfThere(aside) !== found) linkSync(aside, file);
    } catch {
      // Somebody else was quicker: look again.
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

/** A file's text, or null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

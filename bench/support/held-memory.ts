import { readdirSync, readFileSync } from 'node:fs';

/**
 * Memory in MB: what a process has for itself alone, of a site's process and of those below it, and
 * the shared memory of these.
 */
export interface Held {
  site: number;
  below: number;
  shared: number;
}

/** A text of /proc/<pid>; empty when the process has ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const megabytes = (pid: string) =>
  [...read(pid, 'smaps_rollup').matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes) / 1024,
    0,
  );

/** Descendants of a process. */
function descendants(pid: number): string[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((each) => [each, /^PPid:\s+(\d+)/m.exec(read(each, 'status'))?.[1]]);
  const below = (parent: string): string[] =>
    parents.filter(([, its]) => its === parent).flatMap(([child = '']) => [child, ...below(child)]);
  return below(String(pid));
}

/** Shared memory that a process has touched (MB). */
const sharedOf = (pid: string) =>
  Number(/^RssShmem:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024;

/** Memory of a site's process and of its PostgreSQL (Linux). */
export function heldBy(pid: number): Held {
  const below = descendants(pid);
  return {
    site: megabytes(String(pid)),
    below: below.reduce((sum, each) => sum + megabytes(each), 0),
    shared: Math.max(0, ...below.map(sharedOf)),
  };
}

/** Looks at the memory every second; the returned function ends that and tells the most. */
export function watchMemory(pid: number): () => Held {
  let most = heldBy(pid);
  const look = () => {
    const held = heldBy(pid);
    if (held.site + held.below > most.site + most.below) most = held;
  };
  const timer = setInterval(look, 1000);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

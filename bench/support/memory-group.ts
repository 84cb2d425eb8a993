import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A cgroup whose processes get so much memory together. */
export interface MemoryGroup {
  add(pid: number): void;
  /** Processes that the kernel has ended for want of memory. */
  killed(): number;
  /** Removes the group after its processes have ended. */
  remove(): Promise<void>;
}

/** Files of the two versions of cgroups. */
const VERSIONS = [
  {
    mount: '/sys/fs/cgroup/memory',
    line: /^\d+:memory:(.+)$/m,
    most: 'memory.limit_in_bytes',
    told: 'memory.oom_control',
  },
  { mount: '/sys/fs/cgroup', line: /^0::(.+)$/m, most: 'memory.max', told: 'memory.events' },
];

/** Makes a memory group below that of this process; null where that is not possible. */
export function makeMemoryGroup(megabytes: number): MemoryGroup | null {
  for (const { mount, line, most, told } of VERSIONS) {
    const folder = join(mount, line.exec(ownGroups())?.[1] ?? '', `studio-bench-${process.pid}`);
    try {
      fs.mkdirSync(folder);
    } catch {
      continue;
    }
    try {
      fs.writeFileSync(join(folder, most), String(megabytes * 2 ** 20));
    } catch {
      fs.rmdirSync(folder);
      continue;
    }
    return {
      add: (pid) => fs.writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
      killed: () =>
        Number(/^oom_kill (\d+)$/m.exec(fs.readFileSync(join(folder, told), 'utf8'))?.[1] ?? 0),
      remove: async () => removeEmptied(folder),
    };
  }
  return null;
}

/**
 * Removes a group. The kernel refuses that until the last of its processes has ended: those that are left, of a site
 * that the kernel has ended, are ended too.
 */
async function removeEmptied(folder: string): Promise<void> {
  for (const pid of fs.readFileSync(join(folder, 'cgroup.procs'), 'utf8').match(/\d+/g) ?? []) {
    process.kill(Number(pid), 'SIGKILL');
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return fs.rmdirSync(folder);
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

function ownGroups(): string {
  try {
    return fs.readFileSync('/proc/self/cgroup', 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSite } from './site.ts';

/** METRICS_TOKEN of a benchmarked site. */
export const METRICS_TOKEN = 'bench-metrics-token';

/** Memory of the site's process in bytes. */
export interface Memory {
  /** Peak memory. */
  peak: number;
  /** After a garbage collection: resident memory, and the heap in use. */
  rss: number;
  heap: number;
}

/** Measures a site started with {@link METRICS_TOKEN}, after a garbage collection. */
export async function memoryOf({ address, pid }: BenchSite): Promise<Memory> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  // why: memory freed by the first collection is returned to the system before the second ends.
  for (let turn = 0; turn < 2; turn += 1) {
    process.kill(pid, 'SIGUSR2');
    await sleep(2000);
  }
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    peak,
    rss: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_used_bytes'),
  };
}

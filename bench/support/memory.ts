import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSite } from './site.ts';

/** What opens /metrics of a bench's site, as its METRICS_TOKEN. */
export const METRICS_TOKEN = 'bench-metrics-token';

/** The memory of the site's process in bytes. */
export interface Memory {
  /** The most that it ever took. */
  peak: number;
  /** Without garbage: all of it, and what JavaScript's objects take. */
  rss: number;
  heap: number;
}

/** Looks at the site, which was started with {@link METRICS_TOKEN}, after its garbage is collected. */
export async function memoryOf({ address, pid }: BenchSite): Promise<Memory> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  // why: what the first one frees is given back while the second is waited for.
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

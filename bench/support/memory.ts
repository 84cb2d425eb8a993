/** What opens /metrics of a bench's site, as its METRICS_TOKEN. */
export const METRICS_TOKEN = 'bench-metrics-token';

/** The memory of the site's process in bytes: all of it, and what JavaScript's objects take. */
export interface Memory {
  rss: number;
  heap: number;
}

/** Asks the site, which was started with {@link METRICS_TOKEN}, for its memory. */
export async function memoryOf(address: string): Promise<Memory> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    rss: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_used_bytes'),
  };
}

/** What opens /metrics of a bench's site, as its METRICS_TOKEN. */
export const METRICS_TOKEN = 'bench-metrics-token';

/** What the site's process says of itself. */
export interface Vitals {
  /** The longest that its event loop was held up since it was last asked, in ms. */
  stall: number;
  /** Its memory in bytes: all of it, and what JavaScript's objects take. */
  rss: number;
  heap: number;
}

/** How often Node looks at its event loop (ms); what it tells of a delay holds this time too. */
const LOOKS_EVERY = 10;

/** Asks the site, which was started with {@link METRICS_TOKEN}, how it is. */
export async function vitalsOf(address: string): Promise<Vitals> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    stall: Math.max(0, value('nodejs_eventloop_lag_max_seconds') * 1000 - LOOKS_EVERY),
    rss: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_used_bytes'),
  };
}

import queueTaps from './in-page/queue-taps.ts?script';

/** How long a tap waits for the page's scripts (ms). Longer, and it would come as a surprise. */
const PATIENCE_MS = 30_000;

/** Sent to `window` when React has taken over the whole page: queued taps are replayed. */
export const HYDRATED = 'hydrated';

/** Sent to `window` when a script of the page could not be loaded. */
export const LOST = 'lost';

/** Sent to `window` at the first queued tap: the scripts need wait for nothing any more. */
export const TAPPED = 'tapped';

/**
 * Makes a page take taps and typing from its first paint: an inline script in its head keeps them
 * until the page's own scripts have hydrated it, and replays them then.
 * @param html a page as TanStack Start renders it
 */
export function addTapQueue(html: string): string {
  const code = `(${queueTaps})("${HYDRATED}","${LOST}","${TAPPED}",${PATIENCE_MS})`;
  return html.replace('</head>', () => `<script>${code}</script></head>`);
}

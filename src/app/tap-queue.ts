import queueTaps from './in-page/queue-taps.ts?script';

/** Longest wait of a tap for the page's scripts (ms); replayed later it would surprise. */
const TAP_TIMEOUT_MS = 30_000;

/** Dispatched on `window` when the whole page is hydrated: queued taps are replayed. */
export const HYDRATED = 'hydrated';

/** Dispatched on `window` when a script of the page failed to load. */
export const SCRIPT_LOST = 'lost';

/** Dispatched on `window` at the first queued tap: deferred scripts load at once. */
export const TAPPED = 'tapped';

/**
 * An inline script of the page's head that queues taps and typing from the first paint and replays
 * them after hydration (docs/decisions/0025-before-the-scripts.md).
 */
export const tapQueueScript = (): string =>
  `<script>(${queueTaps})("${HYDRATED}","${SCRIPT_LOST}","${TAPPED}",${TAP_TIMEOUT_MS})</script>`;

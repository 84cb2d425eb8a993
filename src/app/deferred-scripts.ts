import { TAPPED } from './tap-queue.ts';
import loadScripts from './in-page/load-scripts.ts?script';

const PRELOAD = '<link rel="modulepreload"';
const ENTRY_START = '<script type="module" async="" src="';
const ENTRY_END = '"></script>';

/** Longest wait for a picture (ms); after it the scripts load anyway. */
const PICTURE_TIMEOUT_MS = 2000;

/** The preload links of a page's head, for {@link deferEntry} to load. */
export const deferPreloads = (head: string): string =>
  head.replaceAll(PRELOAD, '<link rel="deferred"');

/**
 * Defers a page's scripts until the pictures of its first view have loaded, or until the visitor taps
 * a control that needs them. The HTML already has all content, and HTTP/1.1 has no priorities between
 * responses, so scripts would only delay the pictures (docs/decisions/0043-deferred-scripts.md).
 * @param body a page's body as TanStack Start renders it; one without an entry script is left unchanged
 * @returns its parts
 */
export function deferEntry(body: string): string[] {
  // why from the end: the entry comes after all content, which may be 100 kB.
  const start = body.lastIndexOf(ENTRY_START);
  if (start === -1) return [body];
  const from = start + ENTRY_START.length;
  const end = body.indexOf(ENTRY_END, from);
  const load = `<script>(${loadScripts})("${body.slice(from, end)}",${PICTURE_TIMEOUT_MS},"${TAPPED}")</script>`;
  return [body.slice(0, start), load + body.slice(end + ENTRY_END.length)];
}

import { TAPPED } from './tap-queue.ts';
import loadScripts from './in-page/load-scripts.ts?script';

const PRELOAD = '<link rel="modulepreload"';
const ENTRY = /<script type="module" async="" src="([^"]+)"><\/script>/;

/** Longest wait for a picture (ms); after it the scripts load anyway. */
const PICTURE_TIMEOUT_MS = 2000;

/**
 * Defers a page's scripts until the pictures of its first view have loaded, or until the visitor taps
 * a control that needs them. The HTML already has all content, and HTTP/1.1 has no priorities between
 * responses, so scripts would only delay the pictures (docs/decisions/0043-deferred-scripts.md).
 * @param html a page as TanStack Start renders it; one without an entry script is left unchanged
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(PRELOAD, '<link rel="deferred"')
    .replace(
      ENTRY,
      (_, entry: string) =>
        `<script>(${loadScripts})("${entry}",${PICTURE_TIMEOUT_MS},"${TAPPED}")</script>`,
    );
}

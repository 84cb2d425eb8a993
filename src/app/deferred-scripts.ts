import { TAPPED } from './tap-queue.ts';
import loadScripts from './in-page/load-scripts.ts?script';

const PRELOAD = '<link rel="modulepreload"';
const ENTRY = /<script type="module" async="" src="([^"]+)"><\/script>/;

/** Longest wait for a picture: then the page becomes interactive without it. */
const PATIENCE_MS = 2000;

/**
 * Holds a page's scripts back until the pictures of its first view are there, or until somebody
 * taps a control that needs them. Everything stands in the HTML already, so the scripts can only take
 * the line from what the visitor came to see: HTTP/1.1 has no priorities between answers.
 * @param html a page as TanStack Start renders it; one without an entry script stays as it is
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(PRELOAD, '<link rel="deferred"')
    .replace(
      ENTRY,
      (_, entry: string) =>
        `<script>(${loadScripts})("${entry}",${PATIENCE_MS},"${TAPPED}")</script>`,
    );
}

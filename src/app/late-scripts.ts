import { TAPPED } from './early-taps.ts';
import startScripts from './in-page/start-scripts.ts?script';

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
export function holdScripts(html: string): string {
  return html
    .replaceAll(PRELOAD, '<link rel="late"')
    .replace(
      ENTRY,
      (_, entry: string) =>
        `<script>(${startScripts})("${entry}",${PATIENCE_MS},"${TAPPED}")</script>`,
    );
}

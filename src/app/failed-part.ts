import type { ReactElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';

/** In place of a part of a page that failed to render; the browser renders it. */
const FAILED_PART = '<!--$!-->';

/**
 * Logs that a part of a page failed to render, and each cause. A page without one costs nothing.
 * @param html the page as `renderToString` made it
 * @param route its id. why not its address: that may hold the secret of a link.
 */
export function logFailedParts(html: string, page: ReactElement, route: string | undefined): void {
  if (!html.includes(FAILED_PART)) return;
  console.error(`A part of ${route} failed to render.`);
  const onError = (cause: unknown) => console.error(`The cause, in ${route}:`, cause);
  // why once more: renderToString tells no cause, and a stream costs more for every page.
  renderToReadableStream(page, { onError }).catch(onError);
}

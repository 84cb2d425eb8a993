import fraunces from './fraunces.woff2?url';
import inter from './inter.woff2?url';

const preload = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

// why: a face that comes after the first paint is left for the next page (font-display: optional),
// so that nothing moves; asked for by the style sheet alone it would always come after it.
/** Head link that fetches the text face with the page. */
export const TEXT_FACE = preload(inter);

/** Head link that fetches the display face with the page. */
export const DISPLAY_FACE = preload(fraunces);

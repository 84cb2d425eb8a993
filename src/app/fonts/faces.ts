import fraunces from './fraunces.woff2?url';
import inter from './inter.woff2?url';

const link = (href: string) =>
  ({ rel: 'deferred', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

/** Head link of the text face, for facesScript (page-faces.ts) to load. */
export const TEXT_FACE = link(inter);

/** Head link of the display face, for facesScript (page-faces.ts) to load. */
export const DISPLAY_FACE = link(fraunces);

import inter from './inter.woff2?url';

/**
 * Head link that fetches the text face with the page. The display face is left to the style sheet:
 * only a few words use it, and its fallback takes the same room.
 */
export const TEXT_FACE_PRELOAD = {
  rel: 'preload',
  href: inter,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const;

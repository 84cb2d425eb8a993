import faces from './fonts/fonts.css?inline';
import loadFaces from './in-page/load-faces.ts?script';

/**
 * Connections with fewer Mbps are slow: a face comes after the first paint, so it is left for the next page
 * (font-display: optional), and meanwhile it holds up the pictures.
 */
const SLOW_MBPS = 2.5;

/** An inline script of the page's head that loads its faces, unless the connection is slow. */
export const facesScript = (): string => `<script>(${loadFaces})(${SLOW_MBPS})</script>`;

const STYLES = /<style>|<link rel="stylesheet"/;

/**
 * Puts the rules of the faces before all other styles of a head. why first and here alone: Chromium makes the faces anew
 * when a style is inserted before them, and text would change to one that came after the first paint.
 */
export function insertFaces(head: string): string {
  const at = head.search(STYLES);
  const before = at === -1 ? head.length : at;
  return `${head.slice(0, before)}<style>${faces}</style>${head.slice(before)}`;
}

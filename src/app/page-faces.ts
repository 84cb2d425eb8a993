import faces from './fonts/fonts.css?inline';
import loadFaces from './in-page/load-faces.ts?script';

/**
 * Connections with fewer Mbps are slow: a face comes after the first paint, so it is left for the next page
 * (font-display: optional), and meanwhile it holds up the pictures.
 */
const SLOW_MBPS = 2.5;

/** An inline script of the page's head that loads its faces, unless the connection is slow. */
export const facesScript = (): string => `<script>(${loadFaces})(${SLOW_MBPS})</script>`;

/**
 * The rules of the faces, which come before all other styles of a page. why first and here alone: Chromium makes the faces
 * anew when a style is inserted before them, and text would change to one that came after the first paint.
 */
export const FACES_STYLE = `<style>${faces}</style>`;

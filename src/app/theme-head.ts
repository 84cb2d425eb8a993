import { THEME_COLOURS, THEME_KEY } from '#ui/theme.ts';
import applyTheme from './in-page/apply-theme.ts?script';

/**
 * The colours of the browser's own bars, of which the first that matches counts, and an inline script of the page's
 * head that applies the chosen theme.
 */
export const themeHead = (): string =>
  `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${THEME_COLOURS.dark}"/>` +
  `<meta name="theme-color" content="${THEME_COLOURS.light}"/>` +
  `<script>(${applyTheme})("${THEME_KEY}")</script>`;

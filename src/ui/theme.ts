/** Name of the select and `localStorage` key of the theme chosen on this device (app/in-page/apply-theme.ts). */
export const THEME_KEY = 'theme';

/** Grounds of the page in each theme, for the browser's own bars; the tokens' `paper`. */
export const THEME_COLOURS = { light: '#faf8f4', dark: '#15110e' } as const;

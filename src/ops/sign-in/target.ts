declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page the guard intercepted: path and query under /ops/. */
    opsTarget?: string;
    /** Whether it was intercepted because the session ended. */
    opsSessionEnded?: boolean;
    /** Whether signing in led here, and no page that was asked for: the person's own start page follows. */
    opsLanded?: boolean;
  }
}

/** The page after sign-in when the guard intercepted none. */
export const DEFAULT_TARGET = '/ops/dashboard';

/**
 * The page after sign-in: the intercepted one if it is a page of this site under /ops/, else the
 * dashboard. Anything else could be an open redirect.
 */
export function targetAfterSignIn(wanted: string | undefined): string {
  if (!wanted?.startsWith('/')) return DEFAULT_TARGET;
  if (!URL.canParse(wanted, 'http://site.invalid')) return DEFAULT_TARGET;
  const url = new URL(wanted, 'http://site.invalid');
  if (url.host !== 'site.invalid' || !/^\/ops\/[^/]/.test(url.pathname)) return DEFAULT_TARGET;
  return url.pathname + url.search;
}

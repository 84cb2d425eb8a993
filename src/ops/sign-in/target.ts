declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the guard stopped someone: path and query of a page under /ops/. */
    opsTarget?: string;
    /** Whether that was because the session had ended. */
    opsSessionEnded?: boolean;
  }
}

/** Where signing in leads when the guard stopped nobody (design §5). */
export const DEFAULT_TARGET = '/ops/dashboard';

/**
 * Where to go after signing in: the page at which the guard stopped someone, if it is one of ours
 * under /ops/, else the dashboard.
 */
export function targetAfterSignIn(wanted: string | undefined): string {
  if (!wanted?.startsWith('/')) return DEFAULT_TARGET;
  const url = URL.parse(wanted, 'http://site.invalid');
  if (url?.host !== 'site.invalid' || !/^\/ops\/[^/]/.test(url.pathname)) return DEFAULT_TARGET;
  return url.pathname + url.search;
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { createPublicApi, type Backend, type PublicApi } from '#data/backend.ts';
import { shouldRetry, retryDelay } from '#data/retry.ts';
import { siteOf, type Site } from '#domain/settings/site.ts';
import { dehydrateQueries, hydrateQueries } from './query-transfer.ts';
import { clearTimestamps } from './page-timestamps.ts';
import { runtimeContext } from './runtime-context.ts';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** The `context` of every route. */
export interface RouterContext {
  backend: Backend;
  /** The site's own address, without a trailing slash. */
  origin: string;
  api: PublicApi;
  site: Site;
  queryClient: QueryClient;
}

/** why: on the server a client lives as long as its request, and must not be held by a timer. */
const CACHE_MS = typeof window === 'undefined' ? Infinity : 5 * 60_000;

// Server only: the browser's bundle leaves these out.
const clearTimestampsOnServer = createIsomorphicFn().server(clearTimestamps);
const dehydrateOnServer = createIsomorphicFn()
  .server(dehydrateQueries)
  .client(() => '');

/**
 * The app's router: one per request on the server, one per tab in the browser.
 * Query defaults: cached for 5 minutes, 3 retries with growing delay
 * (docs/product/storefront.md#failed-reads).
 */
export function getRouter() {
  const { backend, origin } = runtimeContext();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { gcTime: CACHE_MS, staleTime: 30_000, retry: shouldRetry, retryDelay },
      // why: a form without a connection must fail at once instead of waiting unseen.
      mutations: { networkMode: 'always' },
    },
  });
  const site = siteOf(backend.config.settings);
  const context: RouterContext = {
    backend,
    origin,
    api: createPublicApi(backend),
    site,
    queryClient,
  };
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // why: the matches of the server-rendered page have no timestamp and would be dropped on leaving it.
    defaultGcTime: Infinity,
    scrollRestoration: createScrollRestoration(),
    scrollRestorationBehavior: 'instant',
    // why: pages are sent whole, so their queries need no stream.
    dehydrate: () => ({ reads: dehydrateOnServer(queryClient) }),
    hydrate: ({ reads }) => hydrateQueries(queryClient, reads),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  clearTimestampsOnServer(router);
  return router;
}

/**
 * Whether the router sets the scroll position after a render (top, or where it was left): always,
 * except when the visitor has scrolled before the page's scripts loaded.
 */
function createScrollRestoration(): () => boolean {
  let hydrated = false;
  return () => {
    if (typeof window === 'undefined') return true;
    const hasScrolled = !hydrated && window.scrollY > 0;
    hydrated = true;
    // why: for Back, the router records only scrolling that it observed.
    if (hasScrolled) document.dispatchEvent(new Event('scroll'));
    return !hasScrolled;
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { createPublicApi, type Backend, type PublicApi } from '#data/backend.ts';
import { shouldRetry, retryDelay } from '#data/retry.ts';
import { dehydrateQueries, hydrateQueries } from './query-transfer.ts';
import { clearTimestamps } from './page-timestamps.ts';
import { runtimeContext } from './runtime-context.ts';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** What every route finds in its `context`. */
export interface RouterContext {
  backend: Backend;
  /** The site's own address, without a trailing slash. */
  origin: string;
  api: PublicApi;
  queryClient: QueryClient;
}

/** why: on the server a client lives as long as its request, and no timer may keep it. */
const KEPT_MS = typeof window === 'undefined' ? Infinity : 5 * 60_000;

// What only the server does, and no browser loads.
const stabilise = createIsomorphicFn().server(clearTimestamps);
const dehydrateOnServer = createIsomorphicFn()
  .server(dehydrateQueries)
  .client(() => '');

/**
 * The app's router: one per request on the server, one per tab in the browser.
 * Query defaults are the spec's (public side §9): kept 5 minutes, 3 retries with growing delay.
 */
export function getRouter() {
  const { backend, origin } = runtimeContext();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { gcTime: KEPT_MS, staleTime: 30_000, retry: shouldRetry, retryDelay },
      // why: a form without a connection is told so at once, and does not wait for one unseen.
      mutations: { networkMode: 'always' },
    },
  });
  const context: RouterContext = { backend, origin, api: createPublicApi(backend), queryClient };
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // why: what came with the page has no age, and would be forgotten when it is left.
    defaultGcTime: Infinity,
    scrollRestoration: createScrollRestoration(),
    scrollRestorationBehavior: 'instant',
    // why: pages are sent whole, so what they read goes along at once, and needs no stream.
    dehydrate: () => ({ reads: dehydrateOnServer(queryClient) }),
    hydrate: ({ reads }) => hydrateQueries(queryClient, reads),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  stabilise(router);
  return router;
}

/**
 * Whether the router sets the scroll position after a render: at its top or where it was left, except
 * when the page's script arrives after the visitor has begun to scroll.
 */
function createScrollRestoration(): () => boolean {
  let arrived = false;
  return () => {
    if (typeof window === 'undefined') return true;
    const isKept = !arrived && window.scrollY > 0;
    arrived = true;
    // why: the router remembers for Back only what was scrolled while it listened.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

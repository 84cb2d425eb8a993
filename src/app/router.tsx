import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { createPublicApi, type Backend, type PublicApi } from '#data/backend.ts';
import { shouldRetry, retryDelay } from '#data/retry.ts';
import { currentSurroundings } from './surroundings.ts';
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

/**
 * The app's router: one per request on the server, one per tab in the browser.
 * Query defaults are the spec's (public side §9): kept 5 minutes, 3 retries with growing delay.
 */
export function getRouter() {
  const { backend, origin } = currentSurroundings();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { gcTime: 5 * 60_000, staleTime: 30_000, retry: shouldRetry, retryDelay },
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
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

import { QueryClient, QueryClientProvider, type MutationCache } from '@tanstack/react-query';
import { createRouter, type AnyRouter } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { shouldRetry, retryDelay } from '#data/core/retry.ts';
import { siteOf } from '#domain/settings/site.ts';
import { nextPaint } from '#ui/next-paint.ts';
import { FailedPage, reportFault } from './faults.tsx';
import { hydrateQueries } from './query-transfer.ts';
import { clearTimestamps } from './page-timestamps.ts';
import type { RouterContext } from './router-context.ts';
import { READS_ELEMENT, runtimeContext, textOf } from './runtime-context.ts';
// oxlint-disable-next-line import/no-cycle -- why: the generated file declares the router's type.
import { routeTree } from './route-tree.gen.ts';
import { shareLinks, sharedLinks } from './shared-links.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** why: on the server a client lives as long as its request, and must not be held by a timer. */
const CACHE_MS = typeof window === 'undefined' ? Infinity : 5 * 60_000;

// Server only: the browser's bundle leaves these out.
const clearTimestampsOnServer = createIsomorphicFn().server(clearTimestamps);
const shareLinksOnServer = createIsomorphicFn().server((router: AnyRouter) =>
  shareLinks(router, sharedLinks()),
);
const fillQueries = createIsomorphicFn()
  .server((queryClient: QueryClient): void => void queryClient)
  .client((queryClient: QueryClient) => hydrateQueries(queryClient, textOf(READS_ELEMENT)));

/** Follows a link. */
interface Navigator {
  navigate(options: object): Promise<void>;
}

/**
 * Paints a pressed link before its page. why: a page that was loaded on intent is drawn at once, which takes several
 * frames, and until then the press has no answer.
 */
const paintPressedLinks = createIsomorphicFn()
  .server((router: Navigator): void => void router)
  .client((router: Navigator) => {
    const navigate = router.navigate.bind(router);
    router.navigate = async (options: object) => {
      // why: links alone say from where.
      if ('_fromLocation' in options) await nextPaint();
      return navigate(options);
    };
  });

/** In the place of a cache of mutations, for visitors, who send none; the server's client makes its own. */
const NO_MUTATIONS = createIsomorphicFn()
  .server((): MutationCache | undefined => undefined)
  .client((): MutationCache | undefined => {
    const none: Pick<MutationCache, 'findAll' | 'resumePausedMutations' | 'clear'> = {
      findAll: () => [],
      resumePausedMutations: async () => {},
      clear: () => {},
    };
    // why a cast: these are the methods that a client without mutations calls.
    return none as MutationCache;
  })();

/**
 * The app's router: one per request on the server, one per tab in the browser.
 * Query defaults: cached for 5 minutes, 3 retries with growing delay
 * (docs/product/storefront.md#failed-reads).
 * @param mutationCache for the back office
 */
export function getRouter(mutationCache = NO_MUTATIONS) {
  const { backend, origin } = runtimeContext();
  const queryClient = new QueryClient({
    ...(mutationCache && { mutationCache }),
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
    defaultErrorComponent: FailedPage,
    defaultOnCatch: (error) => reportFault(error, router.state.matches),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // why: the matches of the server-rendered page have no timestamp and would be dropped on leaving it.
    defaultGcTime: Infinity,
    scrollRestoration: createScrollRestoration(),
    scrollRestorationBehavior: 'instant',
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  clearTimestampsOnServer(router);
  shareLinksOnServer(router);
  paintPressedLinks(router);
  fillQueries(queryClient);
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

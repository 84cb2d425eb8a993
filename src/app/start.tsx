import { RouterProvider, type RouteComponent } from '@tanstack/react-router';
import { hydrate } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { whenUsed } from '#ui/when-used.ts';
import { SCRIPT_LOST } from './tap-queue.ts';
import { getRouter } from './router.tsx';

/** Hydrates the server-rendered page once all scripts of its route have loaded. */
async function hydratePage() {
  // why: visitors must not load the routes of the back office (docs/decisions/0065-routes-by-side.md).
  const isOps = /^\/ops(\/|$)/.test(location.pathname);
  const { MutationCache } = isOps ? await import('./ops-start.ts') : { MutationCache: undefined };
  const router = getRouter(MutationCache && new MutationCache());
  // why: hydrating a route whose script failed to load empties the window. Without hydration the
  // server-rendered page can still be read, and its links work.
  const { pathname, search } = router.latestLocation;
  const [routes] = router.getMatchedRoutes(pathname);
  await Promise.all(routes.map(async (route) => router.loadRouteChunk(route)));
  // why: the router swallows the failure. A component that has loaded has no `preload` any more.
  if (routes.some(({ options }) => (options.component as RouteComponent | undefined)?.preload)) {
    throw new Error(SCRIPT_LOST);
  }
  // why: hydration needs what the server has rendered for rental dates.
  if ('from' in search)
    await Promise.all(routes.map(async ({ options }) => options.staticData?.late?.()));
  await hydrate(router);
  window.$_TSR?.h();
  whenUsed(
    () =>
      void import('./once-used.ts')
        .then(({ onceUsed }) => onceUsed(router, pathname))
        .catch(() => {}),
  );
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

/**
 * Starts the page in the browser; a script that does not load is told to the inline ones (`SCRIPT_LOST`).
 * why: Start's own client entry bundles the deserialiser of server functions, which the site does not
 * use: 12 kB of 140 (docs/decisions/0042-own-client-entry.md).
 */
export function start(): void {
  hydratePage().catch((error: unknown) => {
    console.error(error);
    dispatchEvent(new Event(SCRIPT_LOST));
  });
}

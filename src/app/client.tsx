import { RouterProvider, type RouteComponent } from '@tanstack/react-router';
import { hydrate } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LOST } from './tap-queue.ts';
import { getRouter } from './router.tsx';

const router = getRouter();

/** Takes over the page that the server made, once all of its scripts are there. */
async function start() {
  // why: hydrating takes a route whose script has failed for one without a page, and empties the
  // window; what the server made can still be read, and its links followed.
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  await Promise.all(routes.map(async (route) => router.loadRouteChunk(route)));
  // why: the router keeps the failure to itself; a component that has come needs no loading any more.
  if (routes.some(({ options }) => (options.component as RouteComponent | undefined)?.preload)) {
    throw new Error(LOST);
  }
  await hydrate(router);
  window.$_TSR?.h();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

// why: Start's own client brings the reader of server functions along, of which the site has none:
// about a tenth of the first load.
start().catch((error: unknown) => {
  console.error(error);
  dispatchEvent(new Event(LOST));
});

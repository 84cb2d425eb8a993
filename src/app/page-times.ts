import type { AnyRouter } from '@tanstack/react-router';

/** What @tanstack/react-router-ssr-query hands from server to browser. */
interface Dehydrated {
  query: {
    initial?: { dehydratedAt?: number; state: { data?: unknown; dataUpdatedAt: number } }[];
  };
}

/**
 * Leaves the moment of rendering out of the pages that the server makes: a page that shows the same
 * is the same to the byte, whichever process made it and when, and a browser that has it need not
 * load it again. In the browser what came with a page counts as read when the page came. Takes
 * effect on a router that hands its queries over already.
 */
export function leaveOutTimes(router: AnyRouter): void {
  const { dehydrate, hydrate } = router.options;
  router.options.dehydrate = async () => {
    const handed: Dehydrated = { query: {}, ...(await dehydrate?.()) };
    const { query, ...rest } = handed;
    const initial = query.initial?.map(({ state, ...each }) => ({
      ...each,
      dehydratedAt: 0,
      state: { ...state, dataUpdatedAt: 0 },
    }));
    return { ...rest, query: { ...query, ...(initial && { initial }) } };
  };
  router.options.hydrate = async (dehydrated: Dehydrated) => {
    const at = arrival();
    for (const { state } of dehydrated.query.initial ?? []) {
      if (state.data !== undefined) state.dataUpdatedAt = at;
    }
    await hydrate?.(dehydrated);
  };
  router.serverSsrLifecycle = {
    onServerSsrAttach: [
      ...(router.serverSsrLifecycle?.onServerSsrAttach ?? []),
      (serverSsr) => {
        const toPage = serverSsr.dehydrate;
        serverSsr.dehydrate = (options) => {
          for (const match of router.stores.matches.get()) match.updatedAt = 0;
          return toPage(options);
        };
      },
    ],
  };
}

/** When the page's data was true (ms since 1970): 0, long ago, for one that Back took from a cache. */
function arrival(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const { type } = navigation as PerformanceNavigationTiming;
  return type === 'back_forward' ? 0 : Date.now();
}

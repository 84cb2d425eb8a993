import type { AnyRouter } from '@tanstack/react-router';

/**
 * Sets the router's timestamps to 0 in rendered pages. Pages with the same content are then equal byte
 * for byte, in every process, so that a browser's copy stays valid when the page cache is flushed
 * (docs/decisions/0044-pages-equal-byte-for-byte.md).
 */
export function clearTimestamps(router: AnyRouter): void {
  router.serverSsrLifecycle = {
    onServerSsrAttach: [
      ...(router.serverSsrLifecycle?.onServerSsrAttach ?? []),
      (serverSsr) => {
        const { dehydrate } = serverSsr;
        serverSsr.dehydrate = (options) => {
          for (const match of router.stores.matches.get()) match.updatedAt = 0;
          return dehydrate.call(serverSsr, options);
        };
      },
    ],
  };
}

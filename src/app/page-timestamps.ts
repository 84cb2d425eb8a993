import type { AnyRouter } from '@tanstack/react-router';

/**
 * Leaves the moment of rendering out of the pages that the server makes: a page that shows the same
 * is the same to the byte, whichever process made it and when, and a browser that has it need not
 * load it again.
 */
export function clearTimestamps(router: AnyRouter): void {
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

import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import type { Backend, PublicConfig } from '#data/core/backend.ts';

/** Id of the element that holds the backend's public configuration. */
export const PUBLIC_CONFIG_ELEMENT = 'public-config';

/** Id of the element that holds the queries of the page. */
export const READS_ELEMENT = 'reads';

/** The text of a data element of the page. */
export const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

declare module '@tanstack/react-start' {
  interface Register {
    server: {
      requestContext: {
        backend: Backend;
        origin: string;
        send?: (page: readonly string[]) => void;
      };
    };
  }
}

/** Values that the app gets at run time: its backend, and the site's address without a trailing slash. */
export interface RuntimeContext {
  backend: Backend;
  origin: string;
}

/**
 * The runtime context: on the server from the request, in the browser from the configuration that the
 * server wrote into the page.
 * @throws when the page holds no configuration, which only a broken build can cause
 */
export const runtimeContext = createIsomorphicFn()
  .server((): RuntimeContext => {
    const context = getGlobalStartContext();
    if (!context) throw new Error('The app was rendered outside of a request.');
    return { backend: context.backend, origin: context.origin };
  })
  .client((): RuntimeContext => {
    const config = JSON.parse(textOf(PUBLIC_CONFIG_ELEMENT)) as PublicConfig;
    const { origin } = window.location;
    return { backend: { config, origin: config.url ?? origin }, origin };
  });

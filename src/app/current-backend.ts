import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import type { Backend, PublicConfig } from '#data/backend.ts';

/** Id of the element in which the page keeps the backend's public configuration. */
export const PUBLIC_CONFIG_ELEMENT = 'public-config';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { backend: Backend } };
  }
}

/**
 * The backend to use, by side: on the server the one that came with the request, in the browser the
 * one that the server wrote into the page.
 * @throws when the page holds no configuration, which only a broken build can cause.
 */
export const currentBackend = createIsomorphicFn()
  .server((): Backend => {
    const context = getGlobalStartContext();
    if (!context) throw new Error('The app was rendered outside of a request.');
    return context.backend;
  })
  .client((): Backend => {
    const element = document.getElementById(PUBLIC_CONFIG_ELEMENT);
    const config = JSON.parse(element?.textContent ?? '') as PublicConfig;
    return { config, origin: config.url ?? window.location.origin };
  });

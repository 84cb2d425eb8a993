import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import type { Backend, PublicConfig } from '#data/backend.ts';

/** Id of the element in which the page keeps the backend's public configuration. */
export const PUBLIC_CONFIG_ELEMENT = 'public-config';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { backend: Backend; origin: string } };
  }
}

/** Where the app runs: its backend, and the site's own address without a trailing slash. */
export interface RuntimeContext {
  backend: Backend;
  origin: string;
}

/**
 * What surrounds the app, by side: on the server what came with the request, in the browser what
 * the server wrote into the page.
 * @throws when the page holds no configuration, which only a broken build can cause.
 */
export const runtimeContext = createIsomorphicFn()
  .server((): RuntimeContext => {
    const context = getGlobalStartContext();
    if (!context) throw new Error('The app was rendered outside of a request.');
    return { backend: context.backend, origin: context.origin };
  })
  .client((): RuntimeContext => {
    const element = document.getElementById(PUBLIC_CONFIG_ELEMENT);
    const config = JSON.parse(element?.textContent ?? '') as PublicConfig;
    const { origin } = window.location;
    return { backend: { config, origin: config.url ?? origin }, origin };
  });

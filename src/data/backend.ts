import { Failure, NO_ANSWER } from './failure.ts';
import type { PublicClient } from './public-client.ts';

/** What the server hands to the page at run time. */
export interface PublicConfig {
  /** The backend's address; null when it answers on the page's own origin. */
  url: string | null;
  anonKey: string;
  /** Script of the chat provider; null without one. */
  chatScriptUrl: string | null;
}

/** How to reach the backend from where the code runs. */
export interface Backend {
  config: PublicConfig;
  /** Base URL of the backend as seen from here, without a trailing slash. */
  origin: string;
  /** On the server: a fetch that stays inside the process and carries the visitor's address. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The public reads and writes of a visitor: `/rest/v1` as anon.
 * why: a page comes with its data, so the client's code is left to the first read in the browser.
 * @throws {Failure} when that code cannot be loaded; the next call tries again.
 */
export type PublicApi = () => Promise<PublicClient>;

/** Makes the visitor's way to the backend; it loads nothing by itself. */
export function createPublicApi(backend: Backend): PublicApi {
  let client: Promise<PublicClient> | undefined;
  return () =>
    (client ??= import('./public-client.ts').then(
      ({ createPublicClient }) => createPublicClient(backend),
      () => {
        client = undefined;
        throw new Failure(NO_ANSWER, { status: 0 });
      },
    ));
}

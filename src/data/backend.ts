import { Failure, NO_ANSWER } from './failure.ts';
import type { SiteSettings } from '#domain/settings/site.ts';
import type { PublicClient } from './public-client.ts';

/** The configuration that the server writes into each page. */
export interface PublicConfig {
  /** The backend's address; null when it answers on the page's own origin. */
  url: string | null;
  anonKey: string;
  /** Script of the chat provider; null without one. */
  chatScriptUrl: string | null;
  /** Site-wide settings that differ from their defaults, by group; absent for none. */
  settings?: SiteSettings;
  /** Secret of the preview link that the page was opened with: its drafts replace published values. */
  preview?: string;
}

/** How to reach the backend, from the server or the browser. */
export interface Backend {
  config: PublicConfig;
  /** Base URL of the backend as seen from here, without a trailing slash. */
  origin: string;
  /** On the server: a fetch that stays inside the process and carries the visitor's address. */
  fetch?: typeof globalThis.fetch;
  /** On the server: called when an answer has a wrong shape, so that its page counts as failed. */
  onWrongShape?: () => void;
}

/**
 * The visitor's reads and writes: `/rest/v1` as anon.
 * why a promise: a page arrives with its data, so the browser loads the client and the schemas of its
 * answers with its first read.
 * @throws {Failure} when that code cannot be loaded; the next call tries again
 */
export type PublicApi = () => Promise<PublicClient>;

/** Makes the visitor's API. Loads nothing until the first call. */
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

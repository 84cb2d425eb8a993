import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './types.gen.ts';

/**
 * The backend's public address and key, as the server hands them to the page at run time.
 * `url` is null when the backend answers on the page's own origin.
 */
export interface PublicConfig {
  url: string | null;
  anonKey: string;
}

/** How to reach the backend from where the code runs. */
export interface Backend {
  config: PublicConfig;
  /** Base URL of the backend as seen from here, without a trailing slash. */
  origin: string;
  /** On the server: a fetch that stays inside the process and carries the visitor's address. */
  fetch?: typeof globalThis.fetch;
}

/** The public reads and writes of a visitor: `/rest/v1` as anon. */
export type PublicApi = PostgrestClient<Database, { PostgrestVersion: '14' }, 'public'>;

/** Makes the visitor's client. Cheap: it holds no connection. */
export function createPublicApi(backend: Backend): PublicApi {
  return new PostgrestClient(`${backend.origin}/rest/v1`, {
    headers: { apikey: backend.config.anonKey, authorization: `Bearer ${backend.config.anonKey}` },
    ...(backend.fetch ? { fetch: backend.fetch } : {}),
    // why: retries are TanStack Query's, with the spec's delays and only in the browser.
    retry: false,
  });
}

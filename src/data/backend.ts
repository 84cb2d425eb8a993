import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './types.gen.ts';

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

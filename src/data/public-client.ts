import { PostgrestClient } from '@supabase/postgrest-js';
import type { Backend } from './backend.ts';
import type { Database } from './types.gen.ts';

/** Supabase's own client of `/rest/v1`, as anon. */
export type PublicClient = PostgrestClient<Database, { PostgrestVersion: '14' }, 'public'>;

/** Makes the visitor's client. Cheap: it holds no connection. */
export function createPublicClient(backend: Backend): PublicClient {
  return new PostgrestClient(`${backend.origin}/rest/v1`, {
    headers: { apikey: backend.config.anonKey, authorization: `Bearer ${backend.config.anonKey}` },
    ...(backend.fetch ? { fetch: backend.fetch } : {}),
    // why: retries are TanStack Query's, with the spec's delays and only in the browser.
    retry: false,
  });
}

import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from './backend.ts';
import type { Database } from './types.gen.ts';

/** What a signed-in member of staff reaches: `/auth/v1`, and `/rest/v1` with their own token. */
export type StaffApi = SupabaseClient<Database, { PostgrestVersion: '14' }>;

const clients = new Map<string, StaffApi>();

/**
 * The staff's client, one per tab: two would refresh the same session against each other.
 * The session lives in localStorage and is refreshed by the library (back office §9).
 * why: this module is imported by the back office only, so that supabase-js stays out of the
 * storefront's code.
 * @throws when called while rendering on the server, where no session may exist.
 */
export function staffApi(backend: Backend): StaffApi {
  if (typeof window === 'undefined') throw new Error('The back office runs in the browser only.');
  let client = clients.get(backend.origin);
  if (!client) {
    client = createClient<Database, { PostgrestVersion: '14' }>(
      backend.origin,
      backend.config.anonKey,
      // why: nobody signs in by a link here, so a token in an address is never taken for a session.
      { auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false } },
    );
    clients.set(backend.origin, client);
  }
  return client;
}

import {
  createClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from '@supabase/supabase-js';
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
    const made: StaffApi = createClient<Database, { PostgrestVersion: '14' }>(
      backend.origin,
      backend.config.anonKey,
      {
        // why: nobody signs in by a link here, so a token in an address is never taken for a session.
        auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
        global: { fetch: renewing(() => made) },
      },
    );
    client = made;
    clients.set(backend.origin, client);
  }
  return client;
}

/**
 * A fetch that renews the session once where the data refuses its token (401), or ends it here too,
 * and the guard leads to the sign-in.
 */
function renewing(client: () => StaffApi): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status !== 401 || !addressOf(input).includes('/rest/v1/')) return answer;
    const token = await renewOrEnd(client());
    if (token === null) return answer;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}

/**
 * A fresh access token; null when the session is over, which then ends in this browser too.
 * @throws when nobody could say: that is a lost connection
 */
export async function renewOrEnd(api: StaffApi): Promise<string | null> {
  const { data, error } = await api.auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw error;
  // why: the library keeps a session that cannot be renewed until its access token runs out.
  if (isAuthApiError(error)) await api.auth.signOut({ scope: 'local' });
  return data.session?.access_token ?? null;
}

const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : String(input);

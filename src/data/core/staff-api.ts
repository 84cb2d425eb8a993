import {
  createClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { Backend } from './backend.ts';
import { monitorConnection, type Connection } from './connection.ts';
import { staffFetch } from './staff-fetch.ts';
import type { Database } from '../types.gen.ts';

/** The client of signed-in staff: `/auth/v1`, and `/rest/v1` with their own token. */
export type StaffApi = SupabaseClient<Database, { PostgrestVersion: '14' }>;

const clients = new Map<string, { api: StaffApi; connection: Connection }>();

/**
 * The staff's client, one per tab: two would compete to refresh the same session. The library keeps
 * the session in localStorage and refreshes it.
 * why: only the back office imports this module, which keeps supabase-js out of the storefront.
 * @throws {Error} during server rendering, where no session may exist
 */
export function staffApi(backend: Backend): StaffApi {
  return clientOf(backend).api;
}

/** The monitor of the connection that the staff's client uses. */
export function staffConnection(backend: Backend): Connection {
  return clientOf(backend).connection;
}

function clientOf({ origin, config }: Backend): { api: StaffApi; connection: Connection } {
  if (typeof window === 'undefined') throw new Error('The back office runs in the browser only.');
  const known = clients.get(origin);
  if (known) return known;
  const connection = monitorConnection((signal) => ping(config.url, signal));
  const made: StaffApi = createClient<Database, { PostgrestVersion: '14' }>(
    origin,
    config.anonKey,
    {
      // why: there is no sign-in by link, so a token in an address must not become a session.
      auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
      // why: TanStack Query retries.
      db: { retry: false },
      global: { fetch: refreshing(() => made, staffFetch(connection)) },
      realtime: { heartbeatIntervalMs: 30_000 },
    },
  );
  const client = { api: made, connection };
  clients.set(origin, client);
  return client;
}

/**
 * The cheapest request there is. From a Supabase project any response counts: `no-cors` hides its
 * status.
 */
async function ping(project: string | null, signal: AbortSignal): Promise<void> {
  if (project) await fetch(`${project}/auth/v1/health`, { signal, mode: 'no-cors' });
  else {
    const answer = await fetch('/healthz', { signal, cache: 'no-store' });
    if (answer.status >= 500) throw new Error('The server is down.');
  }
}

/**
 * A fetch that, when the REST API or a function refuses the token (401), refreshes the session and retries once. If
 * the session is over, it ends here too, and the guard redirects to the sign-in.
 */
function refreshing(client: () => StaffApi, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.status !== 401 || !/\/(rest|functions)\/v1\//.test(addressOf(input))) return answer;
    const token = await refreshOrSignOut(client());
    if (token === null) return answer;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
}

/**
 * A fresh access token; null when the session is over, which signs this browser out too.
 * @throws when the auth server could not be reached
 */
export async function refreshOrSignOut(api: StaffApi): Promise<string | null> {
  const { data, error } = await api.auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw error;
  // why: the library keeps a session that cannot be refreshed until its access token expires.
  if (isAuthApiError(error)) await api.auth.signOut({ scope: 'local' });
  return data.session?.access_token ?? null;
}

const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : String(input);

import {
  createClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { Backend } from './backend.ts';
import { createLine, type Line } from './line.ts';
import { staffFetch } from './staff-fetch.ts';
import type { Database } from './types.gen.ts';

/** What a signed-in member of staff reaches: `/auth/v1`, and `/rest/v1` with their own token. */
export type StaffApi = SupabaseClient<Database, { PostgrestVersion: '14' }>;

const clients = new Map<string, { api: StaffApi; line: Line }>();

/**
 * The staff's client, one per tab: two would refresh the same session against each other.
 * The session lives in localStorage and is refreshed by the library (back office §9).
 * why: this module is imported by the back office only, so that supabase-js stays out of the
 * storefront's code.
 * @throws when called while rendering on the server, where no session may exist.
 */
export function staffApi(backend: Backend): StaffApi {
  return clientOf(backend).api;
}

/** The way to the server that the staff's client uses. */
export function staffLine(backend: Backend): Line {
  return clientOf(backend).line;
}

function clientOf({ origin, config }: Backend): { api: StaffApi; line: Line } {
  if (typeof window === 'undefined') throw new Error('The back office runs in the browser only.');
  const known = clients.get(origin);
  if (known) return known;
  const line = createLine((signal) => askWhetherThere(config.url, signal));
  const made: StaffApi = createClient<Database, { PostgrestVersion: '14' }>(
    origin,
    config.anonKey,
    {
      // why: nobody signs in by a link here, so a token in an address is never taken for a session.
      auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
      // why: retries are TanStack Query's, which tells of a failed read after one of them.
      db: { retry: false },
      global: { fetch: renewing(() => made, staffFetch(line)) },
      // Spec, public side §9.
      realtime: { heartbeatIntervalMs: 30_000 },
    },
  );
  const client = { api: made, line };
  clients.set(origin, client);
  return client;
}

/** Asks for the least there is; at a Supabase project any answer says that the line is there. */
async function askWhetherThere(project: string | null, signal: AbortSignal): Promise<void> {
  if (project) await fetch(`${project}/auth/v1/health`, { signal, mode: 'no-cors' });
  else {
    const answer = await fetch('/healthz', { signal, cache: 'no-store' });
    if (answer.status >= 500) throw new Error('The server is down.');
  }
}

/**
 * A fetch that renews the session once where the data refuses its token (401), or ends it here too,
 * and the guard leads to the sign-in.
 */
function renewing(client: () => StaffApi, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.status !== 401 || !addressOf(input).includes('/rest/v1/')) return answer;
    const token = await renewOrEnd(client());
    if (token === null) return answer;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
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

import type { TestGateway } from './gateway.ts';

/** The API version of supabase-js, as a header. */
export const current = { 'x-supabase-api-version': '2024-01-01' };

/** Requests to the accounts of a gateway. */
export function authCalls(gateway: TestGateway) {
  /** A plain request to /auth/v1, for what supabase-js would never send. */
  const call = async (
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
  ) => {
    const { body } = options;
    const response = await fetch(`${gateway.url}/auth/v1${path}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { apikey: gateway.anonKey, 'content-type': 'application/json', ...options.headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { response, status: response.status, json: text === '' ? null : JSON.parse(text) };
  };

  /** A new account, and supabase-js signed in as it. */
  const signedIn = async () => {
    const account = await gateway.createStaff(null);
    const client = gateway.client();
    const { data, error } = await client.auth.signInWithPassword(account);
    if (error || !data.session) throw error ?? new Error('no session');
    return { account, client, session: data.session };
  };

  return { call, signedIn };
}

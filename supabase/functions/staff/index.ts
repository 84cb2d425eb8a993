/**
 * `functions.invoke('staff', { body: { action, … } })`: the accounts of staff, for admins. The
 * service key makes links; all else is done with the caller's own rights.
 */
import { createClient } from '@supabase/supabase-js';
import { act, request } from './actions.ts';
import { Refused } from './refused.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
};
const json = (status: number, body: object) =>
  Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store' } });

const env = (name: string) => Deno.env.get(name) ?? '';
const client = (key: string, headers: Record<string, string> = {}) =>
  createClient(env('SUPABASE_URL'), key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });

/** The request's body. @throws Refused for anything but a known action with valid values. */
async function read(from: Request) {
  const body: unknown = await from.json().catch(() => null);
  const read = request.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (!field || field === 'action') throw new Refused(400, 'This action is not known.');
  throw new Refused(field === 'id' ? 404 : 422, issue?.message ?? '', field);
}

Deno.serve(async (from) => {
  if (from.method === 'OPTIONS') return new Response('ok', { headers: CORS });
  try {
    if (from.method !== 'POST') throw new Refused(405, 'Send a POST request.');
    const Authorization = from.headers.get('authorization') ?? '';
    const clients = {
      caller: client(env('SUPABASE_ANON_KEY'), { Authorization }),
      service: client(env('SUPABASE_SERVICE_ROLE_KEY')),
      origin: from.headers.get('origin') ?? new URL(from.url).origin,
    };
    return json(200, await act(clients, await read(from)));
  } catch (error) {
    if (error instanceof Refused) {
      const { status, message, field } = error;
      return json(status, { message, ...(field && { field }) });
    }
    console.error(error);
    return json(500, { message: 'Something went wrong on our side. Please try again.' });
  }
});

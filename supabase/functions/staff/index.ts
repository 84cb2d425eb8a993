/**
 * `functions.invoke('staff', { body: { action, … } })`: the accounts of staff, for admins. The
 * service key makes links; all else is done with the caller's own rights.
 */
import { createClient } from '@supabase/supabase-js';
import { serveAnswers } from '../_shared/answering.ts';
import { Refused } from '../_shared/refused.ts';
import { act, request } from './actions.ts';

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

serveAnswers(async (from) => {
  const Authorization = from.headers.get('authorization') ?? '';
  const clients = {
    caller: client(env('SUPABASE_ANON_KEY'), { Authorization }),
    service: client(env('SUPABASE_SERVICE_ROLE_KEY')),
    origin: from.headers.get('origin') ?? new URL(from.url).origin,
  };
  return act(clients, await read(from));
});

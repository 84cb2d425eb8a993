/**
 * `functions.invoke('test-mail', { body: { template } })`: sends a test e-mail to the admin who calls, and answers
 * `{state, to, message}` once its outcome is known, after 10 s, or at once when
 * nothing sends. `template` null tests sending itself. All is done with
 * the caller's own rights; a worker sends the e-mail.
 */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { serveAnswers } from '../_shared/answering.ts';
import { Refused, refusedByDatabase } from '../_shared/refused.ts';
import { canBeSent, channels, outcomeText, queued } from './outcome.ts';

/** Longest wait for the outcome, and the time between two looks (ms). */
const WAIT_MS = 10_000;
const LOOK_MS = 400;

const body = z.object({ template: z.string().max(60).nullable().default(null) });

const env = (name: string) => Deno.env.get(name) ?? '';

serveAnswers(async (from) => {
  const Authorization = from.headers.get('authorization') ?? '';
  const caller = createClient(env('SUPABASE_URL'), env('SUPABASE_ANON_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization } },
  });
  const call = async (name: string, values: object): Promise<unknown> => {
    const { data, error } = await caller.rpc(name, values);
    if (error) throw refusedByDatabase(error);
    return data;
  };
  const wanted = body.safeParse(await from.json().catch(() => null));
  if (!wanted.success) throw new Refused(422, 'There is no such e-mail.', 'template');
  const { template } = wanted.data;
  const asked = await call('queue_test_message', { template, key: crypto.randomUUID() });
  const { id } = z.object({ id: z.uuid() }).parse(asked);
  const { data } = await caller.auth.getUser(Authorization.replace(/^Bearer +/i, ''));
  const to = data.user?.email ?? '';

  const look = async () => queued.parse(await call('outbox_message', { id }));
  const readChannel = async () => {
    const known = channels.parse(await call('message_channels', {}));
    return known.find(({ channel }) => channel === 'email');
  };
  const before = await readChannel();
  let message = await look();
  if (canBeSent(before)) {
    for (let waited = 0; waited < WAIT_MS && isOpen(message); waited += LOOK_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      message = await look();
    }
  }
  const email = isOpen(message) ? await readChannel() : before;
  return { state: message.state, to, message: outcomeText(message, to, email) };
});

/** Whether more may happen within seconds. */
const isOpen = ({ state, attempts }: z.output<typeof queued>) =>
  state === 'sending' || (state === 'waiting' && attempts === 0);

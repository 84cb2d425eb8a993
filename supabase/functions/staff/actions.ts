import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { Refused, refusedByAuth, refusedByDatabase } from '../_shared/refused.ts';

/** The caller: the database with their rights, and with the service key. */
export type Clients = {
  caller: SupabaseClient;
  service: SupabaseClient;
  /** Origin of the site, for links. */
  origin: string;
};

/** Links work for a day: `otp_expiry` in supabase/config.toml, and its maximum. */
const LINK_MS = 86_400_000;

// why: PostgreSQL cannot store zero bytes and lone surrogates.
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;

const id = z.uuid('There is no such account.');
const role = z.enum(['admin', 'crm_user', 'inventory_user', 'storekeeper'], 'Select a role.');
const name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'A name has at most 120 characters.')
  .regex(PLAIN, 'Enter the name without special characters.');
const email = z
  .string('Enter an e-mail address.')
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('Enter a valid e-mail address.'));

/** The requests that the function accepts. */
export const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('invite'), email, role, name }),
  z.object({ action: z.literal(['link', 'reset']), id }),
  z.object({ action: z.literal('role'), id, role }),
  z.object({ action: z.literal('rename'), id, name }),
  z.object({ action: z.literal(['disable', 'enable', 'sign_out', 'remove', 'remove_factor']), id }),
]);
type Request = z.output<typeof request>;

const person = z.object({
  id: z.string(),
  // A Supabase project may have accounts that sign in by phone.
  email: z
    .string()
    .nullable()
    .transform((known) => known ?? ''),
  name: z.string().nullable(),
  role: role.nullable(),
  disabled: z.boolean(),
  invited: z.boolean(),
  last_sign_in_at: z.string().nullable(),
  second_factor: z.boolean(),
});
type Person = z.output<typeof person>;

/** All accounts. @throws Refused 403 unless the caller is an admin. */
async function everybody({ caller }: Clients): Promise<Person[]> {
  const { data, error } = await caller.rpc('staff_accounts');
  if (error) throw refusedByDatabase(error);
  return z.array(person).parse(data);
}

async function find(clients: Clients, wanted: string): Promise<Person> {
  const found = (await everybody(clients)).find((each) => each.id === wanted);
  if (!found) throw new Refused(404, 'There is no such account.');
  return found;
}

async function call({ caller }: Clients, name: string, values: object): Promise<object> {
  const { error } = await caller.rpc(name, values);
  if (error) throw refusedByDatabase(error);
  return {};
}

async function makeLink({ service, origin }: Clients, type: 'invite' | 'recovery', to: string) {
  const expires = new Date(Date.now() + LINK_MS).toISOString();
  const { data, error } = await service.auth.admin.generateLink({ type, email: to });
  if (error) throw refusedByAuth(error);
  const link = new URL('/ops/welcome', origin);
  link.searchParams.set('token_hash', data.properties.hashed_token);
  link.searchParams.set('type', type);
  return { id: data.user.id, link: link.href, expires_at: expires };
}

/** Adds an account, and its profile as the caller, so that the log names them. */
async function invite(clients: Clients, to: { email: string; role: string; name: string }) {
  const known = (await everybody(clients)).find((each) => each.email.toLowerCase() === to.email);
  if (known?.invited && known.role)
    throw new Refused(422, 'This person is invited already: make a new link.', 'email');
  if (known && !known.invited)
    throw new Refused(422, 'An account with this e-mail exists already.', 'email');
  const made = await makeLink(clients, 'invite', to.email);
  const profile = { id: made.id, display_name: to.name, role: to.role };
  const { error } = await clients.caller.from('user_profiles').insert(profile);
  // Another admin has just invited the same person.
  if (error?.code === '23505')
    throw new Refused(422, 'This person is invited already: make a new link.', 'email');
  if (!error) {
    await call(clients, 'log_account_link', { account: made.id });
    return made;
  }
  if (!known) await clients.service.auth.admin.deleteUser(made.id);
  throw refusedByDatabase(error);
}

async function newLink(clients: Clients, to: string) {
  const { email: address, invited, disabled } = await find(clients, to);
  if (disabled) throw new Refused(409, 'This account is disabled. Enable it first.');
  if (!address) throw new Refused(409, 'This account has no e-mail address, so it gets no link.');
  const { link, expires_at } = await makeLink(clients, invited ? 'invite' : 'recovery', address);
  await call(clients, 'log_account_link', { account: to });
  return { link, expires_at };
}

/** Changes a profile, and says whether there is one. */
async function change({ caller }: Clients, of: string, values: object): Promise<boolean> {
  const { data, error } = await caller
    .from('user_profiles')
    .update(values)
    .eq('id', of)
    .select('id');
  if (error) throw refusedByDatabase(error);
  return data.length > 0;
}

async function setRole(clients: Clients, of: string, next: string): Promise<object> {
  const { name: known, email: address } = await find(clients, of);
  if (await change(clients, of, { role: next })) return {};
  const profile = {
    id: of,
    display_name: known ?? (address.split('@')[0] || 'New person'),
    role: next,
  };
  const { error } = await clients.caller.from('user_profiles').insert(profile);
  if (error) throw refusedByDatabase(error);
  return {};
}

async function rename(clients: Clients, of: string, next: string): Promise<object> {
  await find(clients, of);
  if (await change(clients, of, { display_name: next })) return {};
  throw new Refused(409, 'This account has no role yet. Give it one first.');
}

/** Does what was requested, with the caller's rights. @throws Refused */
export async function act(clients: Clients, wanted: Request): Promise<object> {
  switch (wanted.action) {
    case 'list':
      return { people: await everybody(clients) };
    case 'invite':
      return invite(clients, wanted);
    case 'link':
    case 'reset':
      return newLink(clients, wanted.id);
    case 'role':
      return setRole(clients, wanted.id, wanted.role);
    case 'rename':
      return rename(clients, wanted.id, wanted.name);
    case 'disable':
    case 'enable': {
      const disabled = wanted.action === 'disable';
      return call(clients, 'set_account_disabled', { account: wanted.id, disabled });
    }
    case 'sign_out':
      return call(clients, 'end_account_sessions', { account: wanted.id });
    case 'remove':
      return call(clients, 'remove_account', { account: wanted.id });
    case 'remove_factor':
      return call(clients, 'remove_second_factor', { account: wanted.id });
  }
}

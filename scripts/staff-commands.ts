import { randomBytes } from 'node:crypto';
import type { PostgrestError, SupabaseClient, User } from '@supabase/supabase-js';
import type { Database } from '#data/types.gen.ts';
import { confirmed } from './confirm.ts';

export type Client = SupabaseClient<Database>;

/** A refusal that is told to the person as it is. */
export class Refused extends Error {}

export const ROLES = ['admin', 'crm_user', 'inventory_user'];
const FOREVER = '876000h';

const refusalOf = ({ code, message }: PostgrestError) =>
  new Refused(
    code === 'PGRST205'
      ? 'The database is not set up yet: start the site once, or apply supabase/migrations.'
      : message,
  );

const say = (line: string) => process.stdout.write(`${line}\n`);

function newPassword(): { password: string; isMade: boolean } {
  const given = process.env['STAFF_PASSWORD'];
  return { password: given || randomBytes(12).toString('base64url'), isMade: !given };
}

function sayPassword({ password, isMade }: ReturnType<typeof newPassword>): void {
  if (isMade) say(`Password (said once): ${password}`);
}

async function everybody(client: Client): Promise<User[]> {
  const all: User[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 200 });
    if (error) throw new Refused(error.message);
    all.push(...data.users);
    if (data.users.length < 200) return all;
  }
}

async function profiles(client: Client) {
  const { data, error } = await client.from('user_profiles').select('id, display_name, role');
  if (error) throw refusalOf(error);
  return new Map(data.map((profile) => [profile.id, profile]));
}

const isDisabled = ({ banned_until: until }: User) =>
  until !== undefined && until !== null && new Date(until) > new Date();

const nameFrom = (email: string) => email.split('@')[0] ?? email;

function requireRole(role: string): void {
  if (!ROLES.includes(role)) throw new Refused(`The role must be one of ${ROLES.join(', ')}.`);
}

/** The account of that e-mail. With `unlessLastAdmin`, refuses the last one who may do everything. */
async function find(client: Client, email: string, unlessLastAdmin = false): Promise<User> {
  const users = await everybody(client);
  const user = users.find((each) => each.email === email.toLowerCase());
  if (!user) throw new Refused(`Nobody signs in as ${email}.`);
  if (!unlessLastAdmin) return user;
  const known = await profiles(client);
  const admins = users.filter((one) => !isDisabled(one) && known.get(one.id)?.role === 'admin');
  if (admins.length === 1 && admins[0]?.id === user.id)
    throw new Refused(`${email} is the last admin: add another one first.`);
  return user;
}

async function change(client: Client, user: User, attributes: object): Promise<void> {
  const { error } = await client.auth.admin.updateUserById(user.id, attributes);
  if (error) throw new Refused(error.message);
}

async function add(client: Client, email: string, role: string, name: string): Promise<void> {
  requireRole(role);
  const made = newPassword();
  const { password } = made;
  const account = { email, password, email_confirm: true };
  const { data, error } = await client.auth.admin.createUser(account);
  if (error?.code === 'email_exists') {
    throw new Refused(`${error.message}: role, rename, password and enable change it.`);
  }
  if (error) throw new Refused(error.message);
  const profile = { id: data.user.id, display_name: name, role };
  const inserted = await client.from('user_profiles').insert(profile);
  if (inserted.error) {
    await client.auth.admin.deleteUser(data.user.id);
    throw refusalOf(inserted.error);
  }
  sayPassword(made);
  say(`${email} may sign in as ${role}.`);
}

async function list(client: Client): Promise<void> {
  const known = await profiles(client);
  for (const user of await everybody(client)) {
    const profile = known.get(user.id);
    const state = isDisabled(user) ? 'disabled' : (profile?.role ?? 'no role');
    say([user.email, state, profile?.display_name ?? ''].join('\t'));
  }
}

async function disable(client: Client, email: string): Promise<void> {
  await change(client, await find(client, email, true), { ban_duration: FOREVER });
  say(`${email} can no longer sign in.`);
}

async function enable(client: Client, email: string): Promise<void> {
  const user = await find(client, email);
  await change(client, user, { ban_duration: 'none' });
  const role = (await profiles(client)).get(user.id)?.role;
  say(`${email} may sign in again${role ? ` as ${role}` : ', but has no role'}.`);
}

async function setPassword(client: Client, email: string): Promise<void> {
  const user = await find(client, email);
  const made = newPassword();
  await change(client, user, { password: made.password });
  sayPassword(made);
  say(`${email} has a new password.`);
}

async function setRole(client: Client, email: string, role: string): Promise<void> {
  requireRole(role);
  const user = await find(client, email, role !== 'admin');
  const isKnown = (await profiles(client)).has(user.id);
  const { error } = isKnown
    ? await client.from('user_profiles').update({ role }).eq('id', user.id)
    : await client
        .from('user_profiles')
        .insert({ id: user.id, display_name: nameFrom(email), role });
  if (error) throw refusalOf(error);
  say(`${email} is ${role} now.`);
}

async function rename(client: Client, email: string, name: string): Promise<void> {
  const user = await find(client, email);
  const { data, error } = await client
    .from('user_profiles')
    .update({ display_name: name })
    .eq('id', user.id)
    .select('id');
  if (error) throw refusalOf(error);
  if (data.length === 0) throw new Refused(`${email} has no role yet: give it one first.`);
  say(`${email} is shown as ${name}.`);
}

async function remove(client: Client, email: string): Promise<void> {
  const user = await find(client, email, true);
  if (!(await confirmed(`This removes ${email} for good ("disable" can be taken back)`))) {
    throw new Refused('Nothing was removed.');
  }
  const { error } = await client.auth.admin.deleteUser(user.id);
  if (error) throw new Refused(error.message);
  say(`${email} is removed.`);
}

/** The arguments of a command. */
export interface Arguments {
  words: string[];
  role: string;
  name: string | undefined;
}

/**
 * The command that the words name, or null when there is none of that name with so many words. It
 * throws Refused with one line for the person.
 */
export function commandOf({
  words,
  role,
  name,
}: Arguments): ((client: Client) => Promise<void>) | null {
  const [verb = '', email = '', value = ''] = words;
  const commands: Record<string, [words: number, run: (client: Client) => Promise<void>]> = {
    add: [2, (client) => add(client, email, role, name ?? nameFrom(email))],
    list: [1, list],
    disable: [2, (client) => disable(client, email)],
    enable: [2, (client) => enable(client, email)],
    password: [2, (client) => setPassword(client, email)],
    role: [3, (client) => setRole(client, email, value)],
    rename: [3, (client) => rename(client, email, value)],
    remove: [2, (client) => remove(client, email)],
  };
  const found = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  return found && found[0] === words.length ? found[1] : null;
}

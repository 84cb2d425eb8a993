import { randomBytes } from 'node:crypto';
import type { PostgrestError, SupabaseClient, User } from '@supabase/supabase-js';
import type { Database } from '#data/types.gen.ts';

export type Client = SupabaseClient<Database>;

/** Input that a command asks of the person who runs it. */
export interface Operator {
  /** Prints a line. */
  say: (line: string) => void;
  /** Asks before something is lost; `what` as for `confirmed`. */
  confirm: (what: string) => Promise<boolean>;
  /** The password to set; undefined generates one. */
  password: string | undefined;
}

type Command = (client: Client, operator: Operator) => Promise<void>;

/** A refusal, whose message is one line for the operator. */
class Refused extends Error {}

export const ROLES = ['admin', 'crm_user', 'inventory_user'];

/** The options of `npm run staff`. */
export const OPTIONS = {
  role: { type: 'string', default: 'crm_user' },
  name: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

const FOREVER = '876000h';

const refusalOf = ({ code, message }: PostgrestError) =>
  new Refused(
    code === 'PGRST205'
      ? 'The database is not set up yet: start the site once, or apply supabase/migrations.'
      : message,
  );

/** The operator's password or a generated one, which is printed once. */
function newPassword({ password, say }: Operator): { password: string; sayPassword: () => void } {
  if (password) return { password, sayPassword: () => {} };
  const generated = randomBytes(12).toString('base64url');
  return { password: generated, sayPassword: () => say(`Password (said once): ${generated}`) };
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

/** The account with that e-mail. With `unlessLastAdmin`, refuses the last active admin. */
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

async function add(
  client: Client,
  operator: Operator,
  { email, role, name }: Record<'email' | 'role' | 'name', string>,
): Promise<void> {
  requireRole(role);
  const { password, sayPassword } = newPassword(operator);
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
  sayPassword();
  operator.say(`${email} may sign in as ${role}.`);
}

async function list(client: Client, { say }: Operator): Promise<void> {
  const known = await profiles(client);
  for (const user of await everybody(client)) {
    const profile = known.get(user.id);
    const state = isDisabled(user) ? 'disabled' : (profile?.role ?? 'no role');
    say([user.email, state, profile?.display_name ?? ''].join('\t'));
  }
}

async function disable(client: Client, { say }: Operator, email: string): Promise<void> {
  await change(client, await find(client, email, true), { ban_duration: FOREVER });
  say(`${email} can no longer sign in.`);
}

async function enable(client: Client, { say }: Operator, email: string): Promise<void> {
  const user = await find(client, email);
  await change(client, user, { ban_duration: 'none' });
  const role = (await profiles(client)).get(user.id)?.role;
  say(`${email} may sign in again${role ? ` as ${role}` : ', but has no role'}.`);
}

async function setPassword(client: Client, operator: Operator, email: string): Promise<void> {
  const user = await find(client, email);
  const { password, sayPassword } = newPassword(operator);
  await change(client, user, { password });
  sayPassword();
  operator.say(`${email} has a new password.`);
}

async function setRole(
  client: Client,
  { say }: Operator,
  email: string,
  role: string,
): Promise<void> {
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

async function rename(
  client: Client,
  { say }: Operator,
  email: string,
  name: string,
): Promise<void> {
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

async function remove(client: Client, { say, confirm }: Operator, email: string): Promise<void> {
  const user = await find(client, email, true);
  if (!(await confirm(`This removes ${email} for good ("disable" can be taken back)`))) {
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
 * The command for these words; null when there is none of that name with that many words. It
 * throws Refused.
 */
export function commandOf({ words, role, name }: Arguments): Command | null {
  const [verb = '', email = '', value = ''] = words;
  const commands: Record<string, [words: number, run: Command]> = {
    add: [2, (client, to) => add(client, to, { email, role, name: name ?? nameFrom(email) })],
    list: [1, list],
    disable: [2, (client, to) => disable(client, to, email)],
    enable: [2, (client, to) => enable(client, to, email)],
    password: [2, (client, to) => setPassword(client, to, email)],
    role: [3, (client, to) => setRole(client, to, email, value)],
    rename: [3, (client, to) => rename(client, to, email, value)],
    remove: [2, (client, to) => remove(client, to, email)],
  };
  const found = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  return found && found[0] === words.length ? found[1] : null;
}

/**
 * Runs a command against the API at `url`. @returns null, or the line that says why it was refused.
 */
export async function runCommand(
  command: Command,
  client: Client,
  operator: Operator,
  url: string,
): Promise<string | null> {
  try {
    await command(client, operator);
    return null;
  } catch (error) {
    // fetch throws a TypeError for a network error.
    if (error instanceof TypeError) return `No answer from ${url}.`;
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

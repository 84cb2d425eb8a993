import { randomBytes } from 'node:crypto';
import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
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

export const ROLES = ['admin', 'crm_user', 'inventory_user', 'storekeeper'];

/** The options of `npm run staff`. */
export const OPTIONS = {
  role: { type: 'string', default: 'crm_user' },
  name: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

const account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().nullable(),
  disabled: z.boolean(),
  invited: z.boolean(),
});
type Account = z.output<typeof account>;

const NOT_SET_UP =
  'The database is not set up yet: start the site once, or apply supabase/migrations.';

/** The refusal for an error of the database, about the account with that e-mail. */
function refusalOf({ code, message }: PostgrestError, email = ''): Refused {
  if (code === 'PGRST205' || code === 'PGRST202') return new Refused(NOT_SET_UP);
  if (message === 'The last admin must stay.')
    return new Refused(`${email} is the last admin: add another one first.`);
  return new Refused(message);
}

/** The operator's password or a generated one, which is printed once. */
function newPassword({ password, say }: Operator): { password: string; sayPassword: () => void } {
  if (password) return { password, sayPassword: () => {} };
  const generated = randomBytes(12).toString('base64url');
  return { password: generated, sayPassword: () => say(`Password (said once): ${generated}`) };
}

async function everybody(client: Client): Promise<Account[]> {
  const { data, error } = await client.rpc('staff_accounts');
  if (error) throw refusalOf(error);
  return z.array(account).parse(data);
}

const nameFrom = (email: string) => email.split('@')[0] ?? email;

function requireRole(role: string): void {
  if (!ROLES.includes(role)) throw new Refused(`The role must be one of ${ROLES.join(', ')}.`);
}

async function find(client: Client, email: string): Promise<Account> {
  const accounts = await everybody(client);
  const found = accounts.find((each) => each.email.toLowerCase() === email.toLowerCase());
  if (!found) throw new Refused(`Nobody signs in as ${email}.`);
  return found;
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
  for (const { email, name, role, disabled, invited } of await everybody(client)) {
    const state = disabled ? 'disabled' : `${role ?? 'no role'}${invited ? ', invited' : ''}`;
    say([email, state, name ?? ''].join('\t'));
  }
}

async function setDisabled(client: Client, email: string, disabled: boolean): Promise<Account> {
  const found = await find(client, email);
  const { error } = await client.rpc('set_account_disabled', { account: found.id, disabled });
  if (error) throw refusalOf(error, email);
  return found;
}

async function disable(client: Client, { say }: Operator, email: string): Promise<void> {
  await setDisabled(client, email, true);
  say(`${email} can no longer sign in.`);
}

async function enable(client: Client, { say }: Operator, email: string): Promise<void> {
  const { role } = await setDisabled(client, email, false);
  say(`${email} may sign in again${role ? ` as ${role}` : ', but has no role'}.`);
}

async function signOut(client: Client, { say }: Operator, email: string): Promise<void> {
  const { id } = await find(client, email);
  const { error } = await client.rpc('end_account_sessions', { account: id });
  if (error) throw refusalOf(error);
  say(`${email} is signed out everywhere.`);
}

async function setPassword(client: Client, operator: Operator, email: string): Promise<void> {
  const { id } = await find(client, email);
  const { password, sayPassword } = newPassword(operator);
  const { error } = await client.auth.admin.updateUserById(id, { password });
  if (error) throw new Refused(error.message);
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
  const { id, role: former } = await find(client, email);
  const { error } = former
    ? await client.from('user_profiles').update({ role }).eq('id', id)
    : await client.from('user_profiles').insert({ id, display_name: nameFrom(email), role });
  if (error) throw refusalOf(error, email);
  say(`${email} is ${role} now.`);
}

async function rename(
  client: Client,
  { say }: Operator,
  email: string,
  name: string,
): Promise<void> {
  const { id, role } = await find(client, email);
  if (!role) throw new Refused(`${email} has no role yet: give it one first.`);
  const { error } = await client.from('user_profiles').update({ display_name: name }).eq('id', id);
  if (error) throw refusalOf(error);
  say(`${email} is shown as ${name}.`);
}

async function remove(client: Client, { say, confirm }: Operator, email: string): Promise<void> {
  const { id } = await find(client, email);
  if (!(await confirm(`This removes ${email} for good ("disable" can be taken back)`))) {
    throw new Refused('Nothing was removed.');
  }
  const { error } = await client.rpc('remove_account', { account: id });
  if (error) throw refusalOf(error, email);
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
    'sign-out': [2, (client, to) => signOut(client, to, email)],
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

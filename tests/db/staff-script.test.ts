import { parseArgs } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandOf, OPTIONS, runCommand } from '../../scripts/staff-commands.ts';
import { urlOf } from '#tests/support/database.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { runScript, type ScriptOutcome } from '#tests/support/run-script.ts';

const gateway = useGateway();

/** The environment of each home; our gateway over HTTP stands in for Supabase. */
const homes = {
  'a PostgreSQL of one’s own': () => ({ DATABASE_URL: urlOf(gateway.owner) }),
  'a Supabase project': () => ({
    SUPABASE_URL: gateway.url,
    SUPABASE_SERVICE_ROLE_KEY: gateway.serviceKey,
  }),
};

const script = (env: Record<string, string>, ...args: string[]) => runScript('staff', env, ...args);

/** Runs a command in this process, with the service key. */
async function staff(password: string | undefined, ...args: string[]): Promise<ScriptOutcome> {
  const { positionals: words, values } = parseArgs({
    args,
    allowPositionals: true,
    options: OPTIONS,
  });
  const command = commandOf({ words, role: values.role, name: values.name });
  if (!command) throw new Error(`There is no command ${words.join(' ')}.`);
  let said = '';
  const operator = {
    say: (line: string) => void (said += `${line}\n`),
    confirm: () => Promise.resolve(values.yes === true),
    password,
  };
  const client = gateway.client(gateway.serviceKey);
  const refusal = await runCommand(command, client, operator, gateway.url);
  return {
    code: refusal === null ? 0 : 1,
    said,
    complained: refusal === null ? '' : `${refusal}\n`,
  };
}

const signIn = async (email: string, by: string) => {
  const client = gateway.client();
  const { error } = await client.auth.signInWithPassword({ email, password: by });
  return { client, error };
};

async function removeEverybody() {
  await gateway.db.owner`alter table public.user_profiles disable trigger user`;
  await gateway.db.owner`delete from public.user_profiles`;
  await gateway.db.owner`delete from auth.users`;
  await gateway.db.owner`alter table public.user_profiles enable trigger user`;
}

describe('the commands of npm run staff', () => {
  const name = crypto.randomUUID().slice(0, 8);
  const boss = `boss-${name}@example.test`;
  const clerk = `Clerk-${name}@Example.test`;
  const password = 'a password of theirs';
  const run = (...args: string[]) => staff(password, ...args);
  beforeAll(removeEverybody);

  it('adds people who can sign in, with their role', async () => {
    const added = await run('add', boss, '--role', 'admin', '--name', 'The boss');
    expect(added).toEqual({ code: 0, said: `${boss} may sign in as admin.\n`, complained: '' });
    expect((await run('add', clerk)).said).toBe(`${clerk} may sign in as crm_user.\n`);
    const { client, error } = await signIn(boss, password);
    expect(error).toBeNull();
    const { data } = await client.from('user_profiles').select('display_name, role').order('role');
    expect(data).toEqual([
      { display_name: 'The boss', role: 'admin' },
      { display_name: `Clerk-${name}`, role: 'crm_user' },
    ]);
  });

  it('generates a password if none is given, and prints it once', { tags: ['long'] }, async () => {
    const email = `new-${name}@example.test`;
    const { code, said } = await staff(undefined, 'add', email, '--role', 'inventory_user');
    expect(code).toBe(0);
    const made = /^Password \(said once\): (\S{16})$/m.exec(said)?.[1] ?? '';
    expect((await signIn(email, made)).error).toBeNull();
  });

  it('sets a new password and ends the sessions', async () => {
    const { client, error } = await signIn(clerk, password);
    expect(error).toBeNull();
    const next = 'another one of theirs';
    const changed = await staff(next, 'password', clerk);
    expect(changed).toEqual({ code: 0, said: `${clerk} has a new password.\n`, complained: '' });
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await signIn(clerk, password)).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await signIn(clerk, next)).error).toBeNull();
  });

  it('disables people immediately, and lists everybody', { tags: ['long'] }, async () => {
    const email = `new-${name}@example.test`;
    await run('password', email);
    const { client } = await signIn(email, password);
    expect((await client.from('user_profiles').select('id')).data).toHaveLength(1);
    const { said } = await run('disable', email.toUpperCase());
    expect(said).toBe(`${email.toUpperCase()} can no longer sign in.\n`);
    expect((await client.from('user_profiles').select('id')).status).toBe(401);
    expect((await signIn(email, password)).error).toMatchObject({ code: 'user_banned' });
    expect((await run('list')).said.trimEnd().split('\n').toSorted()).toEqual([
      `${boss}\tadmin\tThe boss`,
      `${clerk.toLowerCase()}\tcrm_user\tClerk-${name}`,
      `${email}\tdisabled\tnew-${name}`,
    ]);
  });

  it(
    're-enables people, changes their role and name, and removes them',
    { tags: ['long'] },
    async () => {
      const email = `new-${name}@example.test`;
      expect((await run('enable', email)).said).toBe(
        `${email} may sign in again as inventory_user.\n`,
      );
      const { client, error } = await signIn(email, password);
      expect(error).toBeNull();
      expect((await run('role', email, 'crm_user')).said).toBe(`${email} is crm_user now.\n`);
      expect((await run('rename', email, 'New Hand')).said).toBe(
        `${email} is shown as New Hand.\n`,
      );
      const { data } = await client
        .from('user_profiles')
        .select('display_name')
        .eq('role', 'crm_user');
      expect(data).toContainEqual({ display_name: 'New Hand' });

      expect((await run('sign-out', email)).said).toBe(`${email} is signed out everywhere.\n`);
      expect((await client.auth.getUser()).error).not.toBeNull();
      const unsure = await run('remove', email);
      expect([unsure.code, unsure.complained]).toEqual([1, 'Nothing was removed.\n']);
      expect((await run('remove', email, '--yes')).said).toBe(`${email} is removed.\n`);
      expect((await run('list')).said).not.toContain(email);
      expect((await signIn(email, password)).error).toMatchObject({ code: 'invalid_credentials' });
    },
  );

  it('gives a role to an account without one', { tags: ['long'] }, async () => {
    const email = `bare-${name}@example.test`;
    const service = gateway.client(gateway.serviceKey);
    await service.auth.admin.createUser({ email, password, email_confirm: true });
    expect((await run('rename', email, 'Bare')).complained).toBe(
      `${email} has no role yet: give it one first.\n`,
    );
    expect((await run('role', email, 'crm_user')).said).toBe(`${email} is crm_user now.\n`);
    expect((await run('list')).said).toContain(`${email}\tcrm_user\tbare-${name}\n`);
    await run('remove', email, '--yes');
  });

  it('prints no password that was not set', { tags: ['long'] }, async () => {
    for (const args of [
      ['add', clerk],
      ['add', `x-${name}@example.test`, '--role', 'king'],
      ['password', 'nobody@example.test'],
    ]) {
      const { code, said } = await staff(undefined, ...args);
      expect([code, said]).toEqual([1, '']);
    }
    expect((await run('add', clerk)).complained).toBe(
      'A user with this email address has already been registered: role, rename, password and ' +
        'enable change it.\n',
    );
  });

  it('keeps the last admin', async () => {
    const refused = await run('disable', boss);
    expect(refused).toEqual({
      code: 1,
      said: '',
      complained: `${boss} is the last admin: add another one first.\n`,
    });
    for (const args of [
      ['role', boss, 'crm_user'],
      ['remove', boss, '--yes'],
    ]) {
      expect((await run(...args)).complained).toContain('is the last admin');
    }
    expect((await signIn(boss, password)).error).toBeNull();
    const second = `second-${name}@example.test`;
    await run('add', second, '--role', 'admin');
    expect((await run('disable', boss)).code).toBe(0);
    expect((await run('disable', second)).complained).toContain('is the last admin');
  });

  it('reports an error in one line, and changes nothing', async () => {
    const before = (await run('list')).said;
    for (const [args, line] of [
      [['add', clerk], 'A user with this email address has already been registered'],
      [['add', 'nowhere'], 'email: Unable to validate email address: invalid format'],
      [['add', `x-${name}@example.test`, '--role', 'king'], 'The role must be one of admin,'],
      [['password', 'nobody@example.test'], 'Nobody signs in as nobody@example.test.'],
    ] as const) {
      const { code, said, complained } = await run(...args);
      expect([args, code, said]).toEqual([args, 1, '']);
      expect(complained.startsWith(line)).toBe(true);
      expect(complained).not.toContain('    at ');
    }
    const weak = await staff('short', 'password', clerk);
    expect(weak.complained).toBe('Password should be at least 8 characters.\n');
    expect((await run('list')).said).toBe(before);
  });
});

describe.each(Object.entries(homes))(
  'npm run staff as a process, with %s',
  { tags: ['long'] },
  (_, environment) => {
    beforeAll(removeEverybody);

    it('runs a command, and says why another is refused', async () => {
      const email = 'boss@example.test';
      const env = { ...environment(), STAFF_PASSWORD: 'a password of theirs' };
      const added = await script(env, 'add', email, '--role', 'admin', '--name', 'The boss');
      expect(added).toEqual({ code: 0, said: `${email} may sign in as admin.\n`, complained: '' });
      expect((await signIn(email, env.STAFF_PASSWORD)).error).toBeNull();
      await script(environment(), 'add', 'second@example.test', '--role', 'admin');
      expect(await script(env, 'remove', email)).toEqual({
        code: 1,
        said: '',
        complained:
          `This removes ${email} for good ("disable" can be taken back); say --yes to do it.\n` +
          'Nothing was removed.\n',
      });
      expect(await script(env, 'list')).toMatchObject({
        code: 0,
        said: expect.stringContaining(`${email}\tadmin\tThe boss\n`) as string,
      });
    });
  },
);

it('refuses words and options that it does not know', { tags: ['long'] }, async () => {
  for (const [args, line] of [
    [['disable'], 'Usage:'],
    [['list', '--admin'], "Unknown option '--admin'"],
  ] as const) {
    const { code, said, complained } = await script({}, ...args);
    expect([code, said]).toEqual([1, '']);
    expect(complained.startsWith(line)).toBe(true);
    expect(complained).not.toContain('    at ');
  }
});

it('says its usage when asked, on standard output', { tags: ['long'] }, async () => {
  const { code, said, complained } = await script({}, '--help');
  expect([code, complained]).toEqual([0, '']);
  expect(said).toMatch(/^Usage: npm run staff[\s\S]*\n {2}enable EMAIL/);
});

it('says what is missing or out of reach', { tags: ['long'] }, async () => {
  const missing = await script({ SUPABASE_URL: gateway.url }, 'list');
  expect(missing.complained).toBe(
    'SUPABASE_SERVICE_ROLE_KEY is needed together with SUPABASE_URL.\n',
  );
  const wrong = { SUPABASE_URL: gateway.url, SUPABASE_SERVICE_ROLE_KEY: gateway.anonKey };
  expect(await script(wrong, 'list')).toMatchObject({ code: 1, said: '' });
  const away = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SERVICE_ROLE_KEY: 'x' };
  expect(await script(away, 'list')).toMatchObject({ code: 1, said: '' });
});

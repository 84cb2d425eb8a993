import { expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });
const admin = () => gateway.client(gateway.serviceKey).auth.admin;
/** The error of refreshing a session, in a client that has forgotten nothing. */
const refresh = async (session: { refresh_token: string } | null) =>
  (await gateway.client().auth.refreshSession({ refresh_token: session?.refresh_token ?? '' }))
    .error;
const newAccount = () => ({
  email: `Made-${crypto.randomUUID()}@Example.test`,
  password: 'a good password',
  email_confirm: true,
});

it('makes a user who can sign in, and reads and lists it', async () => {
  const account = newAccount();
  const { data, error } = await admin().createUser(account);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: account.email.toLowerCase() });
  expect((await gateway.client().auth.signInWithPassword(account)).error).toBeNull();
  const id = data.user?.id ?? '';
  expect((await admin().getUserById(id)).data.user?.email).toBe(account.email.toLowerCase());

  await admin().createUser(newAccount());
  await admin().createUser(newAccount());
  const all = (await admin().listUsers()).data.users;
  expect(all.some((user) => user.id === id)).toBe(true);
  const { data: page } = await admin().listUsers({ page: 1, perPage: 2 });
  expect(page.users).toHaveLength(2);
  const second = await admin().listUsers({ page: 2, perPage: 2 });
  expect(second.data.users.map((user) => user.id)).toEqual(
    all.slice(2, 4).map(({ id: each }) => each),
  );
});

it('refuses a taken e-mail, a weak or endless password and unknown attributes', async () => {
  const account = newAccount();
  await admin().createUser(account);
  const refusal = async (attributes: object) =>
    (await admin().createUser({ ...newAccount(), ...attributes })).error;
  expect(await refusal({ email: account.email.toUpperCase() })).toMatchObject({
    code: 'email_exists',
    status: 422,
  });
  expect(await refusal({ password: 'seven77' })).toMatchObject({ code: 'weak_password' });
  for (const attributes of [
    { password: 'é'.repeat(37) },
    { email: 'no address' },
    { email: `${'a'.repeat(250)}@example.test` },
    { phone: '+911234567890' },
    { user_metadata: { name: 'Ravi' } },
  ])
    expect(await refusal(attributes)).toMatchObject({ code: 'validation_failed', status: 400 });
});

it('does not sign in a user whose e-mail is not confirmed', async () => {
  const account = { ...newAccount(), email_confirm: false };
  const { data } = await admin().createUser(account);
  const signIn = () => gateway.client().auth.signInWithPassword(account);
  expect((await signIn()).error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
  await admin().updateUserById(data.user?.id ?? '', { email_confirm: true });
  expect((await signIn()).error).toBeNull();
});

it('changes e-mail and password; a new password ends the sessions', async () => {
  const account = newAccount();
  const { data } = await admin().createUser(account);
  const id = data.user?.id ?? '';
  const client = gateway.client();
  await client.auth.signInWithPassword(account);
  const renamed = newAccount().email;
  const changed = await admin().updateUserById(id, { email: renamed });
  expect(changed.data.user?.email).toBe(renamed.toLowerCase());
  expect((await client.auth.refreshSession()).error).toBeNull();
  const { session } = (await client.auth.getSession()).data;

  const next = { email: newAccount().email, password: 'another good one' };
  expect((await admin().updateUserById(id, next)).error).toBeNull();
  expect((await client.auth.getUser(session?.access_token)).error).not.toBeNull();
  expect(await refresh(session)).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await gateway.client().auth.signInWithPassword(account)).error).not.toBeNull();
  expect((await gateway.client().auth.signInWithPassword(next)).error).toBeNull();
});

it('keeps a banned user out at once, until the ban is lifted', async () => {
  const account = newAccount();
  const { data } = await admin().createUser(account);
  const id = data.user?.id ?? '';
  const client = gateway.client();
  const { data: signed } = await client.auth.signInWithPassword(account);
  const banned = await admin().updateUserById(id, { ban_duration: '876000h' });
  expect(banned.data.user?.banned_until).toMatch(/^2\d{3}-/);
  expect((await client.auth.getUser(signed.session?.access_token)).error).not.toBeNull();
  expect(await refresh(signed.session)).toMatchObject({ code: 'refresh_token_not_found' });
  const signIn = (password: string) =>
    gateway.client().auth.signInWithPassword({ email: account.email, password });
  expect((await signIn(account.password)).error).toMatchObject({ code: 'user_banned' });
  // Only whoever knows the password learns of the ban.
  expect((await signIn('a wrong password')).error).toMatchObject({ code: 'invalid_credentials' });
  expect((await admin().updateUserById(id, { ban_duration: 'none' })).error).toBeNull();
  expect((await signIn(account.password)).error).toBeNull();
  const strange = await admin().updateUserById(id, { ban_duration: "1h'; drop" });
  expect(strange.error).toMatchObject({ code: 'validation_failed' });
});

it('is there for the service key alone', async () => {
  const account = await gateway.createStaff(null);
  const client = gateway.client();
  await client.auth.signInWithPassword(account);
  const { session } = (await client.auth.getSession()).data;
  for (const token of [gateway.anonKey, session?.access_token ?? '']) {
    for (const [method, path] of [
      ['GET', '/users'],
      ['GET', `/users/${account.id}`],
      ['POST', '/users'],
      ['PUT', `/users/${account.id}`],
      ['DELETE', `/users/${account.id}`],
      ['GET', '/'],
    ]) {
      const response = await fetch(`${gateway.url}/auth/v1/admin${path}`, {
        method: method ?? 'GET',
        headers: { apikey: gateway.anonKey, authorization: `Bearer ${token}` },
      });
      expect([method, path, response.status]).toEqual([method, path, 403]);
      expect(await response.json()).toMatchObject({ code: 'not_admin' });
    }
  }
});

it('deletes a user, with sessions and all, unless somebody needs it', async () => {
  const { id } = await gateway.createStaff(null);
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error).toMatchObject({ code: 'user_not_found' });
  expect((await admin().deleteUser(id)).error).toMatchObject({ code: 'user_not_found' });
  expect(await gateway.db.owner`select from auth.users where id = ${id}`).toHaveLength(0);

  const other = await gateway.createStaff(null);
  const bare = await fetch(`${gateway.url}/auth/v1/admin/users/${other.id}`, {
    method: 'DELETE',
    headers: { apikey: gateway.serviceKey },
  });
  expect([bare.status, await bare.json()]).toEqual([200, {}]);

  const needed = await gateway.createStaff(null);
  const soft = await admin().deleteUser(needed.id, true);
  expect(soft.error).toMatchObject({ code: 'validation_failed', status: 400 });
  const { owner } = gateway.db;
  await owner`create table public.notes (by uuid references auth.users (id))`;
  await owner`insert into public.notes values (${needed.id})`;
  const kept = await admin().deleteUser(needed.id);
  expect(kept.error).toMatchObject({ code: 'conflict', status: 409 });
  expect((await gateway.client().auth.signInWithPassword(needed)).error).toBeNull();
});

it('answers 404 for nobody and 400 for no id', async () => {
  expect((await admin().getUserById(crypto.randomUUID())).error).toMatchObject({
    code: 'user_not_found',
    status: 404,
  });
  const missing = await admin().updateUserById(crypto.randomUUID(), { password: 'long enough' });
  expect(missing.error).toMatchObject({ code: 'user_not_found' });
  const headers = { apikey: gateway.serviceKey };
  for (const path of ['/users/1', '/users?page=x', '/users?per_page=-1', '/users?per_page=1e9'])
    expect((await fetch(`${gateway.url}/auth/v1/admin${path}`, { headers })).status).toBe(400);
});

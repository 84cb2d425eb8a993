import { beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './storage/disk-store.ts';
import { createGateway } from './gateway.ts';
import { silent } from './core/log.ts';
import { type Account, useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });

beforeAll(async () => {
  await gateway.db.owner.unsafe(`
    create function public.who() returns text stable language sql return auth.uid()::text;
    grant execute on function public.who() to anon, authenticated, service_role`);
});

async function signIn(account: Account) {
  const client = gateway.client();
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return { account, client, session: data.session };
}
const someone = async () => signIn(await gateway.createStaff(null));
type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Statuses of a session's requests to /auth/v1 and /rest/v1, of this process and of another. */
async function doors({ session }: SignedIn) {
  const { db, keys, storageRoot } = gateway;
  const other = createGateway({
    db,
    keys,
    store: createDiskStore(storageRoot),
    cacheRoot: storageRoot,
    trustedProxies: [],
    log: silent,
  });
  const headers = { apikey: gateway.anonKey, authorization: `Bearer ${session.access_token}` };
  const paths = ['/auth/v1/user', '/rest/v1/rpc/who'];
  const here = paths.map((path) => fetch(gateway.url + path, { headers }));
  const there = paths.map((path) =>
    other.fetch(new Request(gateway.url + path, { headers }), { address: '203.0.113.1' }),
  );
  return Promise.all([...here, ...there].map(async (each) => (await each).status));
}
const open = [200, 200, 200, 200];
const closed = [403, 401, 403, 401];

describe('an ended session is invalid in every process', () => {
  const admin = () => gateway.client(gateway.serviceKey).auth.admin;

  it('after signing out', async () => {
    const one = await someone();
    const two = await signIn(one.account);
    expect(await doors(one)).toEqual(open);
    await one.client.auth.signOut({ scope: 'local' });
    expect(await doors(one)).toEqual(closed);
    expect(await doors(two)).toEqual(open);
  });

  it('after a ban, also one that was not made by us, and until it ends', async () => {
    const one = await someone();
    await admin().updateUserById(one.account.id, { ban_duration: '1h' });
    expect(await doors(one)).toEqual(closed);
    const two = await someone();
    const ban = (until: string) => gateway.db.owner`
      update auth.users set banned_until = ${until}::text::timestamptz
      where id = ${two.account.id}`;
    await ban('infinity');
    expect(await doors(two)).toEqual(closed);
    const refused = await two.client.auth.refreshSession();
    expect(refused.error).toMatchObject({ code: 'user_banned', status: 400 });
    await expect(signIn(two.account)).rejects.toMatchObject({ code: 'user_banned' });
    await ban('2020-01-01');
    expect(await doors(two)).toEqual(open);
  });

  it('after the user was deleted', async () => {
    const one = await someone();
    expect((await admin().deleteUser(one.account.id)).error).toBeNull();
    expect(await doors(one)).toEqual(closed);
    const refreshed = await one.client.auth.refreshSession();
    expect(refreshed.error).toMatchObject({ code: 'refresh_token_not_found' });
    const again = await gateway.client().auth.signInWithPassword(one.account);
    expect(again.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('and supabase-js is told why', async () => {
    const one = await someone();
    await admin().updateUserById(one.account.id, { ban_duration: '1h' });
    const rest = await one.client.rpc('who');
    expect(rest.status).toBe(401);
    expect(rest.error).toMatchObject({ code: 'PGRST303', message: 'JWT session has ended' });
    const { error } = await one.client.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
  });
});

describe('a session’s life', () => {
  const lifeOf = async ({ account }: SignedIn) => {
    const [row] = await gateway.db.owner<{ hours: number }[]>`
      select extract(epoch from not_after - created_at)::float / 3600 as hours
      from auth.sessions where user_id = ${account.id}`;
    return row?.hours ?? 0;
  };
  const age = (one: SignedIn, by: string) => gateway.db.owner`
    update auth.sessions set created_at = created_at - ${by}::interval,
      not_after = not_after - ${by}::interval where user_id = ${one.account.id}`;

  it('is a week without a refresh, and every refresh gives it another', async () => {
    const one = await someone();
    expect(await lifeOf(one)).toBeCloseTo(168, 1);
    await age(one, '6 days');
    expect((await one.client.auth.refreshSession()).error).toBeNull();
    expect(await lifeOf(one)).toBeCloseTo(168 + 144, 1);
    await age(one, '8 days');
    expect(await doors(one)).toEqual(closed);
    const late = await one.client.auth.refreshSession();
    expect(late.error).toMatchObject({ code: 'session_expired', status: 400 });
  });

  it('is 30 days, however often it is refreshed', async () => {
    const one = await someone();
    for (let week = 0; week < 4; week += 1) {
      await age(one, '165 hours');
      expect((await one.client.auth.refreshSession()).error).toBeNull();
    }
    expect(await lifeOf(one)).toBeCloseTo(720, 1);
    await age(one, '61 hours');
    const { error } = await one.client.auth.refreshSession();
    expect(error).toMatchObject({ code: 'session_expired' });
    const rows = await gateway.db.owner`
      select from auth.sessions where user_id = ${one.account.id}`;
    expect(rows).toHaveLength(0);
  });

  it('is not outlived by its access token', async () => {
    const one = await someone();
    await gateway.db.owner`
      update auth.sessions set created_at = now() - interval '719.5 hours'
      where user_id = ${one.account.id}`;
    const { data } = await one.client.auth.refreshSession();
    expect(data.session?.expires_in).toBeGreaterThan(1700);
    expect(data.session?.expires_in).toBeLessThanOrEqual(1800);
  });
});

describe('changing one’s own password and e-mail', () => {
  const newEmail = () => `Renamed-${crypto.randomUUID()}@Example.test`;

  it('takes the current password and ends the other sessions', async () => {
    const one = await someone();
    const two = await signIn(one.account);
    const password = 'another good one';
    const current_password = one.account.password;
    const { data, error } = await one.client.auth.updateUser({ password, current_password });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(one.account.id);
    expect(await doors(one)).toEqual(open);
    expect((await one.client.auth.refreshSession()).error).toBeNull();
    expect(await doors(two)).toEqual(closed);
    expect((await two.client.auth.refreshSession()).error).not.toBeNull();
    await expect(signIn(one.account)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signIn({ ...one.account, password });
  });

  it('changes the e-mail at once', async () => {
    const one = await someone();
    const taken = (await someone()).account.email;
    const current_password = one.account.password;
    const refused = await one.client.auth.updateUser({ email: taken, current_password });
    expect(refused.error).toMatchObject({ code: 'email_exists', status: 422 });
    const email = newEmail();
    const { data, error } = await one.client.auth.updateUser({ email, current_password });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email.toLowerCase());
    await signIn({ ...one.account, email });
    await expect(signIn(one.account)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('refuses a wrong or missing one, and whatever else might be changed', async () => {
    const one = await someone();
    const current_password = one.account.password;
    const password = 'another good one';
    const refusal = async (changes: object) =>
      (await one.client.auth.updateUser(changes)).error?.code;
    expect(await refusal({ password, current_password: 'wrong password' })).toBe(
      'invalid_credentials',
    );
    expect(await refusal({ password })).toBe('validation_failed');
    expect(await refusal({ email: newEmail() })).toBe('validation_failed');
    expect(await refusal({ password: 'short', current_password })).toBe('weak_password');
    for (const changes of [
      { email: 'nowhere' },
      { phone: '+911234567890' },
      { data: { role: 'admin' } },
      { password: 'a\0bcdefgh' },
      { password: 12_345_678 },
      { role: 'service_role' },
      { ban_duration: 'none' },
    ])
      expect(await refusal({ ...changes, current_password })).toBe('validation_failed');
    const anonymous = await fetch(`${gateway.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: gateway.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ password, current_password }),
    });
    expect(anonymous.status).toBe(403);
    await signIn(one.account);
  });

  it('counts wrong tries as signing in does', async () => {
    const one = await someone();
    const change = async (current_password: string) =>
      (await one.client.auth.updateUser({ password: 'another good one', current_password })).error;
    for (let round = 0; round < 10; round += 1)
      expect(await change('wrong password')).toMatchObject({ code: 'invalid_credentials' });
    expect(await change(one.account.password)).toMatchObject({
      code: 'over_request_rate_limit',
      status: 429,
    });
  });
});

it('has one identity, its e-mail', async () => {
  const { account, client } = await someone();
  const { data, error } = await client.auth.getUserIdentities();
  expect(error).toBeNull();
  expect(data?.identities).toEqual([
    {
      identity_id: account.id,
      id: account.id,
      user_id: account.id,
      provider: 'email',
      email: account.email,
      identity_data: expect.objectContaining({ sub: account.id, email: account.email }),
      last_sign_in_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
});

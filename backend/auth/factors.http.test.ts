import { expect, it } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { codeOf, wrongCode } from '#tests/support/authenticator.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { untilWaiting } from '#tests/support/waiting.ts';

const gateway = useGateway({ bare: true });

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function signIn(account: { email: string; password: string }) {
  const client = gateway.client();
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

async function enrolled(client: SupabaseClient, friendlyName = 'phone') {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer: 'Studio',
  });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, data };
}

/** An account whose session has verified a factor with the present code; the next is codeOf(…, 1). */
async function withFactor() {
  const account = await gateway.createStaff(null);
  const signed = await signIn(account);
  const factor = await enrolled(signed.client);
  const code = codeOf(factor.secret);
  const { data, error } = await signed.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code,
  });
  if (error) throw error;
  return { account, client: signed.client, factor, code, token: data.access_token };
}

it('enrolls, verifies and lists a factor, and raises the session to aal2', async () => {
  const account = await gateway.createStaff(null);
  const { client } = await signIn(account);
  const other = await signIn(account);
  const level = async () => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
  expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

  const { id, secret, data } = await enrolled(client);
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'phone' });
  expect(data.totp.uri).toContain(`otpauth://totp/Studio:${encodeURIComponent(account.email)}?`);
  expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/s);
  await enrolled(client, 'forgotten');
  const unverified = (await client.auth.mfa.listFactors()).data;
  expect([unverified?.all.length, unverified?.totp]).toEqual([2, []]);
  expect(await level()).toMatchObject({ nextLevel: 'aal1' });

  const { data: asked } = await client.auth.mfa.challenge({ factorId: id });
  expect(asked).toMatchObject({ type: 'totp' });
  expect(Math.abs((asked?.expires_at ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(10);
  const { data: verified, error } = await client.auth.mfa.verify({
    factorId: id,
    challengeId: asked?.id ?? '',
    code: codeOf(secret),
  });
  expect(error).toBeNull();
  const claims = claimsOf(verified?.access_token ?? '');
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
  expect(verified?.user.factors).toMatchObject([
    { id, status: 'verified', factor_type: 'totp', friendly_name: 'phone' },
  ]);
  expect(await level()).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);

  // The other session, at aal1, has ended; a refresh of this one keeps its level and methods.
  expect((await other.client.auth.getUser()).error).not.toBeNull();
  const { data: refreshed } = await client.auth.refreshSession();
  const again = claimsOf(refreshed.session?.access_token ?? '');
  expect([again.aal, again.amr]).toEqual(['aal2', claims.amr]);
  const next = await signIn(account);
  expect(claimsOf(next.session.access_token).aal).toBe('aal1');
  expect((await next.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  expect((await client.auth.getUser()).error).toBeNull();
});

it('stores the secret encrypted', async () => {
  const { factor } = await withFactor();
  const [row] = await gateway.db.owner`
    select f::text as row from auth.mfa_factors f where id = ${factor.id}`;
  expect(row?.['row']).not.toContain(factor.secret);
  const grants = await gateway.db.owner`
    select table_name, grantee from information_schema.role_table_grants
    where table_schema = 'auth' and table_name like 'mfa%'
      and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`;
  expect([...grants]).toEqual([]);
});

it('accepts a code once, also of two requests at once, and none of an earlier step', async () => {
  const { account, factor, code } = await withFactor();
  const { client } = await signIn(account);
  const send = (text: string) =>
    client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: text });
  expect((await send(code)).error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
  const next = codeOf(factor.secret, 1);
  const twins = await Promise.all([send(next), send(next)]);
  expect(twins.map(({ error }) => error?.code ?? 'fine').toSorted()).toEqual([
    'fine',
    'mfa_verification_failed',
  ]);
});

it('refuses a used or old challenge and the challenge of another factor', async () => {
  const { account, factor, client: first } = await withFactor();
  const { client } = await signIn(account);
  const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data!.id;
  const verify = (challengeId: string) =>
    client.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.secret, 1) });
  const old = await challenge();
  await gateway.db.owner`
    update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${old}`;
  expect((await verify(old)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  const second = await enrolled(first, 'tablet');
  const foreign = (await first.auth.mfa.challenge({ factorId: second.id })).data!.id;
  expect((await verify(foreign)).error).toMatchObject({ code: 'mfa_factor_not_found' });
  const used = await challenge();
  expect((await verify(used)).error).toBeNull();
  expect((await verify(used)).error).toMatchObject({ code: 'mfa_challenge_expired' });
});

it('limits wrong codes, by factor, over all addresses that it was not used from', async () => {
  const { account, factor, client: known } = await withFactor();
  const wrong = wrongCode(factor.secret);
  const from = async (address: string) => {
    const { session } = await signIn(account);
    return async (code: string) => {
      const call = async (path: string, body: object) =>
        fetch(`${gateway.url}/auth/v1/factors/${factor.id}/${path}`, {
          method: 'POST',
          headers: {
            apikey: gateway.anonKey,
            authorization: `Bearer ${session.access_token}`,
            'content-type': 'application/json',
            'x-forwarded-for': address,
          },
          body: JSON.stringify(body),
        });
      const { id } = await (await call('challenge', {})).json();
      const answer = await call('verify', { challenge_id: id, code });
      return { status: answer.status, ...(await answer.json()) };
    };
  };
  const stranger = await from('203.0.113.9');
  for (let tries = 0; tries < 10; tries += 1)
    expect(await stranger(wrong)).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await stranger(codeOf(factor.secret))).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  const another = await from('198.51.100.7');
  expect(await another(codeOf(factor.secret))).toMatchObject({ status: 429 });
  const { error } = await known.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret, 1),
  });
  expect(error).toBeNull();
});

it('wants aal2 for a further factor, its removal, and a new password', async () => {
  const { account, factor } = await withFactor();
  const { client } = await signIn(account);
  const insufficient = { code: 'insufficient_aal', status: 403 };
  const more = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'more' });
  expect(more.error).toMatchObject(insufficient);
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(
    insufficient,
  );
  const change = { password: 'another good one', current_password: account.password };
  expect((await client.auth.updateUser(change)).error).toMatchObject(insufficient);
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 1) });
  expect((await client.auth.updateUser(change)).error).toBeNull();
});

it('removes a factor: its tokens are refused at once, its session goes on at aal1', async () => {
  const { client, factor, token } = await withFactor();
  const { data, error } = await client.auth.mfa.unenroll({ factorId: factor.id });
  expect([error, data]).toEqual([null, { id: factor.id }]);
  const read = await fetch(`${gateway.url}/rest/v1/`, {
    headers: { apikey: gateway.anonKey, authorization: `Bearer ${token}` },
  });
  expect(read.status).toBe(401);
  const { data: next } = await client.auth.refreshSession();
  expect(claimsOf(next.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect(next.user?.factors).toEqual([]);
});

it.each(['verify', 'remove'] as const)(
  'waits for a change of the account before it locks the factor: %s',
  async (what) => {
    const { account, client, factor } = await withFactor();
    const { owner } = gateway.db;
    const { working } = await owner.begin(async (sql) => {
      await sql`update auth.users set updated_at = now() where id = ${account.id}`;
      const { mfa } = client.auth;
      const factorId = factor.id;
      const begun =
        what === 'verify'
          ? mfa.challengeAndVerify({ factorId, code: codeOf(factor.secret, 1) })
          : mfa.unenroll({ factorId });
      await untilWaiting(owner);
      // As the removal of the account does.
      await sql`select from auth.mfa_factors where user_id = ${account.id} for update nowait`;
      return { working: begun };
    });
    expect((await working).error).toBeNull();
  },
);

it('lets the service key list and remove the factors of a user', async () => {
  const { account, factor, client } = await withFactor();
  const admin = gateway.client(gateway.serviceKey).auth.admin.mfa;
  const listed = await admin.listFactors({ userId: account.id });
  expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
  const stranger = await gateway.createStaff(null);
  const wrong = await admin.deleteFactor({ userId: stranger.id, id: factor.id });
  expect(wrong.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
  expect((await admin.deleteFactor({ userId: account.id, id: factor.id })).error).toBeNull();
  const { data } = await client.auth.refreshSession();
  expect(claimsOf(data.session?.access_token ?? '').aal).toBe('aal1');
  const own = gateway.client().auth.admin.mfa;
  expect((await own.listFactors({ userId: account.id })).error).toMatchObject({
    code: 'not_admin',
  });
});

it('refuses other types, the same name twice, too many, and factors of others', async () => {
  const { client, factor } = await withFactor();
  const stranger = (await signIn(await gateway.createStaff(null))).client;
  const unknown = { code: 'mfa_factor_not_found', status: 404 };
  expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject(unknown);
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(unknown);
  const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+911234567890' });
  expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled', status: 422 });
  const name = (friendlyName: string) =>
    client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await name('phone')).error).toMatchObject({ code: 'mfa_factor_name_conflict' });
  const many = await Promise.all(Array.from({ length: 12 }, (_, at) => name(`number ${at}`)));
  expect(many.filter(({ error }) => error === null)).toHaveLength(9);
  expect(many.find(({ error }) => error)?.error).toMatchObject({
    code: 'too_many_enrolled_mfa_factors',
  });
  for (const [path, body] of [
    ['', { factor_type: 'x' }],
    ['', []],
    ['/x/challenge', {}],
    [`/${factor.id}/verify`, { challenge_id: factor.id, code: '' }],
    [`/${factor.id}/verify`, { code: '123456' }],
  ] as const) {
    const { data } = await client.auth.getSession();
    const answer = await fetch(`${gateway.url}/auth/v1/factors${path}`, {
      method: 'POST',
      headers: {
        apikey: gateway.anonKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  const anonymous = await fetch(`${gateway.url}/auth/v1/factors`, {
    method: 'POST',
    headers: { apikey: gateway.anonKey, 'content-type': 'application/json' },
    body: '{"factor_type":"totp"}',
  });
  expect(anonymous.status).toBe(403);
});

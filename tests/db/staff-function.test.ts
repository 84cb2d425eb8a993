import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '#tests/support/authenticator.ts';
import { useGateway } from '#tests/support/gateway.ts';
import {
  isSignedIn,
  newEmail,
  newStaff,
  ORIGIN,
  signIn,
  staff,
  type StaffMember,
} from './staff-calls.ts';

const gateway = useGateway();
const tokenOf = (link = '') => new URL(link).searchParams.get('token_hash') ?? '';

let admin: StaffMember;
const call = (body: object) => staff(admin.client, body);
const personOf = async (id = '') =>
  (await call({ action: 'list' })).people?.find((each) => each.id === id);

beforeAll(async () => {
  admin = await newStaff(gateway, 'admin');
});

test('an account without an e-mail address is listed, and gets no link', async () => {
  const { id } = await newStaff(gateway, 'crm_user');
  // As in a Supabase project, where people may sign in by phone.
  await gateway.db.owner`alter table auth.users alter column email drop not null`;
  await gateway.db.owner`update auth.users set email = null where id = ${id}`;
  expect(await personOf(id)).toMatchObject({ email: '', role: 'crm_user' });
  expect(await call({ action: 'link', id })).toMatchObject({
    status: 409,
    message: 'This account has no e-mail address, so it gets no link.',
  });
  await gateway.db.owner`delete from auth.users where id = ${id}`;
});

describe('an invitation', () => {
  test('adds a person, who joins with the link and then works', async () => {
    const email = newEmail();
    const invited = await call({
      action: 'invite',
      email: ` ${email.toUpperCase()} `,
      role: 'crm_user',
      name: 'Asha Rao',
    });
    expect(invited.status).toBe(200);
    const link = new URL(invited.link ?? '');
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/ops/welcome`);
    expect(link.searchParams.get('type')).toBe('invite');
    const hours = (Date.parse(invited.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await personOf(invited.id)).toEqual({
      id: invited.id,
      email,
      name: 'Asha Rao',
      role: 'crm_user',
      disabled: false,
      invited: true,
      last_sign_in_at: null,
      second_factor: false,
    });

    const again = await call({ action: 'link', id: invited.id });
    const old = await gateway.client().auth.verifyOtp({
      type: 'invite',
      token_hash: tokenOf(invited.link),
    });
    expect(old.error?.code).toBe('otp_expired');
    const client = gateway.client();
    await client.auth.verifyOtp({ type: 'invite', token_hash: tokenOf(again.link) });
    expect((await client.auth.updateUser({ password: 'a good password' })).error).toBeNull();
    expect((await client.from('customers').select('id')).error).toBeNull();
    expect(await personOf(invited.id)).toMatchObject({
      invited: false,
      last_sign_in_at: expect.any(String),
    });
  });

  test('is refused with the field that is wrong', async () => {
    const good = { action: 'invite', email: newEmail(), role: 'crm_user', name: 'Asha' };
    const refused = async (values: object) => {
      const { status, message, field } = await call({ ...good, ...values });
      return [status, field, message];
    };
    expect(await refused({ email: 'nowhere' })).toEqual([
      422,
      'email',
      'Enter a valid e-mail address.',
    ]);
    expect(await refused({ name: ' ' })).toEqual([422, 'name', 'Enter a name.']);
    expect(await refused({ name: 'x'.repeat(121) })).toEqual([
      422,
      'name',
      'A name has at most 120 characters.',
    ]);
    expect(await refused({ name: 'A\u0000sha' })).toEqual([
      422,
      'name',
      'Enter the name without special characters.',
    ]);
    expect(await refused({ role: 'owner' })).toEqual([422, 'role', 'Select a role.']);
    expect(await refused({ email: admin.email })).toEqual([
      422,
      'email',
      'An account with this e-mail exists already.',
    ]);
    expect((await call(good)).status).toBe(200);
    expect(await refused({})).toEqual([
      422,
      'email',
      'This person is invited already: make a new link.',
    ]);
  });

  test('of the same person by two admins at once is made once', async () => {
    const body = { action: 'invite', email: newEmail(), role: 'crm_user', name: 'Asha' };
    const other = await newStaff(gateway, 'admin');
    const both = await Promise.all([call(body), staff(other.client, body)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const { people = [] } = await call({ action: 'list' });
    expect(people.filter(({ email }) => email === body.email)).toMatchObject([
      { role: 'crm_user', invited: true },
    ]);
  });
});

describe('an admin', () => {
  test('gives roles and names', async () => {
    const person = await newStaff(gateway, 'crm_user');
    expect(await call({ action: 'role', id: person.id, role: 'inventory_user' })).toEqual({
      status: 200,
    });
    expect(await call({ action: 'rename', id: person.id, name: ' Ravi ' })).toEqual({
      status: 200,
    });
    expect(await personOf(person.id)).toMatchObject({ role: 'inventory_user', name: 'Ravi' });
    expect(await isSignedIn(person.client)).toBe(true);

    const bare = await newStaff(gateway, null);
    expect(await call({ action: 'rename', id: bare.id, name: 'Ravi' })).toMatchObject({
      status: 409,
    });
    expect(await call({ action: 'role', id: bare.id, role: 'crm_user' })).toEqual({ status: 200 });
    expect(await personOf(bare.id)).toMatchObject({ role: 'crm_user' });
  });

  test('disables, which ends the sessions, and enables', async () => {
    const person = await newStaff(gateway, 'crm_user');
    expect(await call({ action: 'disable', id: person.id })).toEqual({ status: 200 });
    expect(await isSignedIn(person.client)).toBe(false);
    expect((await gateway.client().auth.signInWithPassword(person)).error?.code).toBe(
      'user_banned',
    );
    expect(await personOf(person.id)).toMatchObject({ disabled: true });
    expect(await call({ action: 'reset', id: person.id })).toMatchObject({
      status: 409,
      message: 'This account is disabled. Enable it first.',
    });
    expect(await call({ action: 'enable', id: person.id })).toEqual({ status: 200 });
    await signIn(gateway, person);
  });

  test('signs a person out everywhere', async () => {
    const person = await newStaff(gateway, 'crm_user');
    const second = await signIn(gateway, person);
    expect(await call({ action: 'sign_out', id: person.id })).toEqual({ status: 200 });
    expect(await isSignedIn(person.client)).toBe(false);
    expect(await isSignedIn(second)).toBe(false);
    await signIn(gateway, person);
  });

  test('makes a link for a new password', async () => {
    const person = await newStaff(gateway, 'crm_user');
    const { link } = await call({ action: 'reset', id: person.id });
    expect(new URL(link ?? '').searchParams.get('type')).toBe('recovery');
    const client = gateway.client();
    await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenOf(link) });
    const password = 'another good password';
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect(await isSignedIn(person.client)).toBe(false);
    await signIn(gateway, { ...person, password });
  });

  test('removes a person', async () => {
    const person = await newStaff(gateway, 'crm_user');
    expect(await call({ action: 'remove', id: person.id })).toEqual({ status: 200 });
    expect(await isSignedIn(person.client)).toBe(false);
    expect(await personOf(person.id)).toBeUndefined();
    expect(await call({ action: 'remove', id: person.id })).toMatchObject({ status: 404 });
  });

  test('does not disable, remove or demote their own account', async () => {
    const { id } = admin;
    await newStaff(gateway, 'admin');
    expect(await call({ action: 'disable', id })).toMatchObject({
      status: 409,
      message: 'You cannot disable your own account.',
    });
    expect(await call({ action: 'remove', id })).toMatchObject({
      status: 409,
      message: 'You cannot remove your own account.',
    });
    expect(await call({ action: 'role', id, role: 'crm_user' })).toMatchObject({
      status: 403,
      message: 'You cannot change your own role.',
    });
    expect(await isSignedIn(admin.client)).toBe(true);
  });

  test.each('link reset role rename disable enable sign_out remove remove_factor'.split(' '))(
    'hears that nobody has this account: %s',
    async (action) => {
      for (const id of [crypto.randomUUID(), 'nobody'])
        expect(await call({ action, id, role: 'crm_user', name: 'Ravi' })).toMatchObject({
          status: 404,
          message: 'There is no such account.',
        });
    },
  );

  test('asks for known actions only', async () => {
    for (const body of [{}, { action: 'own' }, { action: null }, []])
      expect(await call(body)).toEqual({ status: 400, message: 'This action is not known.' });
  });
});

describe('a second factor', () => {
  /** A person with a second factor and recovery codes, and a new session that has entered no code. */
  async function withFactor() {
    const person = await newStaff(gateway, 'crm_user');
    const { mfa } = person.client.auth;
    const { data } = await mfa.enroll({ factorType: 'totp' });
    const code = codeOf(data?.type === 'totp' ? data.totp.secret : '');
    await mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    const codes = await person.client.rpc('make_recovery_codes');
    expect(codes.error).toBeNull();
    expect((await personOf(person.id))?.second_factor).toBe(true);
    return { ...person, client: await signIn(gateway, person), codes: codes.data as string[] };
  }
  const sees = async (client: SupabaseClient) =>
    (await client.from('user_profiles').select('id')).data?.length ?? 0;

  test('is removed with a recovery code, once', async () => {
    const { id, client, codes } = await withFactor();
    expect(await sees(client)).toBe(1);
    const recover = (code = '') => client.rpc('use_recovery_code', { code });
    expect((await recover('wrong')).error).toMatchObject({
      code: 'PT422',
      details: '{"field": "code"}',
      message: 'This recovery code is not right, or it was used before.',
    });
    expect((await personOf(id))?.second_factor).toBe(true);
    const [code] = codes;
    expect((await recover(code)).data).toEqual({ left: 9 });
    expect(await sees(client)).toBeGreaterThan(1);
    expect((await personOf(id))?.second_factor).toBe(false);
    expect((await recover(code)).error).toMatchObject({ code: 'PT409' });
  });

  test('is removed by an admin', async () => {
    const { id, client } = await withFactor();
    expect(await call({ action: 'remove_factor', id })).toEqual({ status: 200 });
    expect((await personOf(id))?.second_factor).toBe(false);
    expect(await sees(client)).toBeGreaterThan(1);
  });

  test('of an admin is required here too', async () => {
    const other = await newStaff(gateway, 'admin');
    const { mfa } = other.client.auth;
    const { data } = await mfa.enroll({ factorType: 'totp' });
    const code = codeOf(data?.type === 'totp' ? data.totp.secret : '');
    await mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    expect((await staff(other.client, { action: 'list' })).status).toBe(200);
    expect((await staff(await signIn(gateway, other), { action: 'list' })).status).toBe(403);
  });
});

describe('nobody else', () => {
  const BODIES = [
    { action: 'list' },
    { action: 'invite', email: 'new@example.test', role: 'admin', name: 'New' },
    ...['link', 'reset', 'disable', 'enable', 'sign_out', 'remove', 'remove_factor'].map(
      (action) => ({ action }),
    ),
    { action: 'role', role: 'crm_user' },
    { action: 'rename', name: 'New' },
  ];

  test.each(['crm_user', 'inventory_user', null] as const)('with role %s', async (role) => {
    const { client } = await newStaff(gateway, role);
    for (const body of BODIES) {
      const answer = await staff(client, { id: admin.id, ...body });
      expect([body.action, answer.status]).toEqual([body.action, 403]);
    }
    expect(await isSignedIn(admin.client)).toBe(true);
  });

  test('without a session', async () => {
    for (const body of BODIES) {
      const answer = await staff(gateway.client(), { id: admin.id, ...body });
      expect([body.action, answer.status >= 400 && answer.status < 500]).toEqual([
        body.action,
        true,
      ]);
    }
    const { owner } = gateway.db;
    expect(await owner`select from auth.users where email = 'new@example.test'`).toHaveLength(0);
  });

  test('and a disabled admin not either', async () => {
    const other = await newStaff(gateway, 'admin');
    await call({ action: 'disable', id: other.id });
    const { error } = await other.client.functions.invoke('staff', { body: { action: 'list' } });
    expect((error as { context?: Response }).context?.status).toBe(401);
  });
});

test('links, tokens and e-mail addresses are not logged', () => {
  const said = gateway.said.join('\n');
  expect(said).not.toContain('token_hash');
  expect(said).not.toContain('@example.test');
});

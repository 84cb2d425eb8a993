import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { untilWaiting } from '#tests/support/waiting.ts';

const gateway = useGateway({ bare: true });
const admin = () => gateway.client(gateway.serviceKey).auth.admin;
const newEmail = () => `joins-${crypto.randomUUID()}@example.test`;
const link = async (type: 'invite' | 'recovery', email: string) => {
  const { data, error } = await admin().generateLink({ type, email });
  expect(error).toBeNull();
  return data.properties?.hashed_token ?? '';
};
const verify = (type: 'invite' | 'recovery', token_hash: string) => {
  const client = gateway.client();
  return client.auth.verifyOtp({ type, token_hash }).then((answer) => ({ ...answer, client }));
};
const EXPIRED = { code: 'otp_expired', status: 403 };

describe('an invitation', () => {
  it('adds an account, signs in once, and sets a password', async () => {
    const email = newEmail();
    const redirectTo = 'https://studio.test/ops/welcome';
    const { data, error } = await admin().generateLink({
      type: 'invite',
      email: email.toUpperCase(),
      options: { redirectTo },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, email_confirmed_at: null });
    expect(data.user?.invited_at).toBeTruthy();
    const token = data.properties?.hashed_token ?? '';
    expect(data.properties).toMatchObject({
      verification_type: 'invite',
      redirect_to: redirectTo,
      action_link: `${redirectTo}?token_hash=${token}&type=invite`,
    });

    const { client, data: joined } = await verify('invite', token);
    expect(joined.user?.email_confirmed_at).toBeTruthy();
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const password = 'chosen by the invited';
    const changed = await client.auth.updateUser({ password });
    expect(changed.error).toBeNull();
    expect((await gateway.client().auth.signInWithPassword({ email, password })).error).toBeNull();
    // The link's session needs the current password from now on.
    const again = await client.auth.updateUser({ password: 'another good one' });
    expect(again.error).toMatchObject({ code: 'validation_failed' });
  });

  it('is used once, also by two at a time', async () => {
    const token = await link('invite', newEmail());
    const both = await Promise.all([verify('invite', token), verify('invite', token)]);
    expect(both.filter(({ data }) => data.session)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error).toMatchObject(EXPIRED);
    expect((await verify('invite', token)).error).toMatchObject(EXPIRED);
  });

  it('is replaced by the next one, and refused once the account is in use', async () => {
    const email = newEmail();
    const first = await link('invite', email);
    const second = await link('invite', email);
    expect((await verify('invite', first)).error).toMatchObject(EXPIRED);
    expect((await verify('invite', second)).error).toBeNull();
    const third = await admin().generateLink({ type: 'invite', email });
    expect(third.error).toMatchObject({ code: 'email_exists', status: 422 });
  });

  it('does not sign in before its link is used', async () => {
    const email = newEmail();
    await link('invite', email);
    const { error } = await gateway.client().auth.signInWithPassword({ email, password: '' });
    expect(error).not.toBeNull();
  });
});

describe('a link for a new password', () => {
  it('sets it and ends the other sessions; the old password works until then', async () => {
    const account = await gateway.createStaff(null);
    const before = gateway.client();
    await before.auth.signInWithPassword(account);
    const token = await link('recovery', account.email);
    expect((await gateway.client().auth.signInWithPassword(account)).error).toBeNull();
    const { client } = await verify('recovery', token);
    expect((await client.auth.updateUser({ password: 'a new good one' })).error).toBeNull();
    expect((await before.auth.refreshSession()).error).not.toBeNull();
    expect((await gateway.client().auth.signInWithPassword(account)).error).not.toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('ends with a new password that was set without it', async () => {
    const account = await gateway.createStaff(null);
    const token = await link('recovery', account.email);
    await admin().updateUserById(account.id, { password: 'set by the admin' });
    expect((await verify('recovery', token)).error).toMatchObject(EXPIRED);
  });

  it('changes the password alone, and for an hour', async () => {
    const account = await gateway.createStaff(null);
    const { client } = await verify('recovery', await link('recovery', account.email));
    const email = newEmail();
    for (const changes of [{ email }, { email, password: 'a new good one' }])
      expect((await client.auth.updateUser(changes)).error).toMatchObject({
        code: 'validation_failed',
      });
    await gateway.db.owner`update auth.sessions set password_until = now()`;
    const late = await client.auth.updateUser({ password: 'a new good one' });
    expect(late.error).toMatchObject({ code: 'validation_failed' });
  });

  it('needs an account', async () => {
    const { error } = await admin().generateLink({ type: 'recovery', email: newEmail() });
    expect(error).toMatchObject({ code: 'user_not_found', status: 404 });
  });
});

describe('links', () => {
  it('expire after 24 hours', async () => {
    const account = await gateway.createStaff(null);
    const token = await link('recovery', account.email);
    const { owner } = gateway.db;
    const age = (interval: string) => owner`
      update auth.one_time_tokens set created_at = now() - ${interval}::interval
      where user_id = ${account.id}`;
    await age('24 hours 1 second');
    expect((await verify('recovery', token)).error).toMatchObject(EXPIRED);
    await age('23 hours 59 minutes');
    expect((await verify('recovery', token)).error).toBeNull();
  });

  it('wait while the account is disabled', async () => {
    const account = await gateway.createStaff(null);
    const token = await link('recovery', account.email);
    await admin().updateUserById(account.id, { ban_duration: '1h' });
    expect((await verify('recovery', token)).error).toMatchObject({ code: 'user_banned' });
    await admin().updateUserById(account.id, { ban_duration: 'none' });
    expect((await verify('recovery', token)).error).toBeNull();
  });

  it('wait for a change of their account at the same moment, such as a new link', async () => {
    const account = await gateway.createStaff(null);
    const token = await link('recovery', account.email);
    const used = await gateway.db.owner.begin(async (sql) => {
      await sql`update auth.users set updated_at = now() where id = ${account.id}`;
      const using = verify('recovery', token);
      await untilWaiting(gateway.db.owner);
      await sql`delete from auth.one_time_tokens where user_id = ${account.id}`;
      return { using };
    });
    expect((await used.using).error).toMatchObject(EXPIRED);
  });

  it('are for their purpose alone, are hashed in the database and never logged', async () => {
    const account = await gateway.createStaff(null);
    const token = await link('recovery', account.email);
    expect((await verify('invite', token)).error).toMatchObject(EXPIRED);
    const [stored] = await gateway.db.owner<{ all: string; token_hash: string }[]>`
      select to_jsonb(t)::text as all, token_hash from auth.one_time_tokens t
      where user_id = ${account.id}`;
    expect(stored?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(stored?.all).not.toContain(token);
    expect((await verify('recovery', stored?.token_hash ?? '')).error).toMatchObject(EXPIRED);
    expect((await verify('recovery', token)).error).toBeNull();
    expect(gateway.said.join('\n')).not.toContain(token);
  });

  it('are made with the service key alone, and of the known types', async () => {
    const email = newEmail();
    const asVisitor = await gateway.client().auth.admin.generateLink({ type: 'invite', email });
    expect(asVisitor.error).toMatchObject({ code: 'not_admin', status: 403 });
    for (const wrong of [
      { type: 'magiclink', email },
      { type: 'invite', email: 'nowhere' },
      { type: 'invite', email, data: { name: 'Ravi' } },
      { type: 'invite', email, redirectTo: 'javascript:alert(1)' },
    ]) {
      const response = await fetch(`${gateway.url}/auth/v1/admin/generate_link`, {
        method: 'POST',
        headers: { apikey: gateway.serviceKey, 'content-type': 'application/json' },
        body: JSON.stringify(wrong),
      });
      expect([wrong, response.status]).toEqual([wrong, 400]);
      expect(await response.json()).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('are guessed a hundred times in 15 minutes at most', async () => {
    const answers = await Promise.all(
      Array.from({ length: 110 }, () =>
        fetch(`${gateway.url}/auth/v1/verify`, {
          method: 'POST',
          headers: {
            apikey: gateway.anonKey,
            'content-type': 'application/json',
            'x-forwarded-for': '203.0.113.77',
          },
          body: JSON.stringify({ type: 'invite', token_hash: crypto.randomUUID() }),
        }).then(({ status }) => status),
      ),
    );
    expect(answers.filter((status) => status === 403)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });
});

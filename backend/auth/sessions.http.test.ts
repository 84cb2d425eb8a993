import { describe, expect, it } from 'vitest';
import { authCalls, current } from '#tests/support/auth-calls.ts';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });
const { call, signedIn } = authCalls(gateway);

describe('refreshing a session', () => {
  const refresh = (token: string) =>
    call('/token?grant_type=refresh_token', { body: { refresh_token: token }, headers: current });

  it('replaces the refresh token', async () => {
    const { client, session, account } = await signedIn();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(account.id);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.id).toBe(account.id);
  });

  it('lets a just replaced token through once more, for a client that lost the answer', async () => {
    const { session } = await signedIn();
    const first = await refresh(session.refresh_token);
    const again = await refresh(session.refresh_token);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json.refresh_token).toBe(first.json.refresh_token);
    expect(again.json.user).toEqual(first.json.user);
    expect((await refresh(again.json.refresh_token)).status).toBe(200);
  });

  it('ends the session when a token before the last one is brought, however soon', async () => {
    const { session } = await signedIn();
    const next = await refresh(session.refresh_token);
    const last = await refresh(next.json.refresh_token);
    const stolen = await refresh(session.refresh_token);
    expect(stolen.json.code).toBe('refresh_token_already_used');
    expect((await refresh(last.json.refresh_token)).json.code).toBe('refresh_token_not_found');
  });

  it('refuses a token with another number or another session in it', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const [id = '', counter = '', secret = ''] = one.session.refresh_token.split('.');
    const other = two.session.refresh_token.split('.')[0];
    for (const forged of [`${id}.1.${secret}`, `${other}.${counter}.${secret}`, `${id}.x.y`, id]) {
      expect((await refresh(forged)).json.code).toBe('refresh_token_not_found');
    }
    expect((await refresh(one.session.refresh_token)).status).toBe(200);
  });

  it('ends the session when a token is replayed later', async () => {
    const { session, account } = await signedIn();
    const next = await refresh(session.refresh_token);
    await gateway.db.owner`
      update auth.sessions set refreshed_at = now() - interval '11 seconds'
      where user_id = ${account.id}`;
    const replayed = await refresh(session.refresh_token);
    expect(replayed.status).toBe(400);
    expect(replayed.json.code).toBe('refresh_token_already_used');
    const thief = await refresh(next.json.refresh_token);
    expect(thief.json.code).toBe('refresh_token_not_found');
    const user = await call('/user', {
      headers: { ...current, authorization: `Bearer ${next.json.access_token}` },
    });
    expect(user.json.code).toBe('session_not_found');
  });

  it('refuses an unknown token', async () => {
    const client = gateway.client();
    const { error } = await client.auth.refreshSession({ refresh_token: 'made-up' });
    expect(error).toMatchObject({ code: 'refresh_token_not_found', status: 400 });
  });

  it('refreshes side by side without an error', async () => {
    const { session } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(session.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('the user and signing out', () => {
  it('ends this session only, the others, or all', async () => {
    const { account, client } = await signedIn();
    const again = async () => {
      const each = gateway.client();
      await each.auth.signInWithPassword(account);
      return each;
    };
    const [second, third] = [await again(), await again()];
    const works = async (each: typeof client, token: string) =>
      (await each.auth.getUser(token)).error === null;
    const tokenOf = async (each: typeof client) =>
      (await each.auth.getSession()).data.session?.access_token ?? '';
    const tokens = {
      first: await tokenOf(client),
      second: await tokenOf(second),
      third: await tokenOf(third),
    };
    expect((await second.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect(await works(client, tokens.first)).toBe(true);
    expect(await works(second, tokens.second)).toBe(false);
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect(await works(client, tokens.first)).toBe(true);
    expect(await works(third, tokens.third)).toBe(false);
    const fourth = await again();
    const last = await tokenOf(fourth);
    expect((await client.auth.signOut()).error).toBeNull();
    expect(await works(client, tokens.first)).toBe(false);
    expect(await works(fourth, last)).toBe(false);
  });

  it('answers bad_jwt for the anon key and for tokens that are not ours', async () => {
    const { session } = await signedIn();
    const damaged = `${session.access_token.slice(0, -4)}AAAA`;
    for (const token of [gateway.anonKey, gateway.serviceKey, damaged, 'x', 'a.b.c']) {
      const { status, json } = await call('/user', {
        headers: { ...current, authorization: `Bearer ${token}` },
      });
      expect(status).toBe(403);
      expect(json.code).toBe('bad_jwt');
    }
  });

  it('refuses an unknown sign-out scope', async () => {
    const { session } = await signedIn();
    const authorization = `Bearer ${session.access_token}`;
    const { status } = await call('/logout?scope=all', {
      method: 'POST',
      headers: { authorization },
    });
    expect(status).toBe(400);
  });
});

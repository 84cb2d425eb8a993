import { describe, expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });

/** A plain request to /auth/v1, for what supabase-js would never send. */
async function call(
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
) {
  const { body } = options;
  const response = await fetch(`${gateway.url}/auth/v1${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { apikey: gateway.anonKey, 'content-type': 'application/json', ...options.headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { response, status: response.status, json: text === '' ? null : JSON.parse(text) };
}

const current = { 'x-supabase-api-version': '2024-01-01' };

async function signedIn() {
  const account = await gateway.createStaff(null);
  const client = gateway.client();
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error || !data.session) throw error ?? new Error('no session');
  return { account, client, session: data.session };
}

describe('signing in with a password', () => {
  it('gives a session with the claims of GoTrue', async () => {
    const { account, session } = await signedIn();
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: {
        id: account.id,
        aud: 'authenticated',
        role: 'authenticated',
        email: account.email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: {},
        is_anonymous: false,
      },
    });
    const [header = '', payload = ''] = session.access_token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const claims = read(payload);
    expect(claims).toEqual({
      iss: `${gateway.url}/auth/v1`,
      sub: account.id,
      aud: 'authenticated',
      iat: expect.any(Number),
      exp: claims.iat + 3600,
      email: account.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(10);
    expect(JSON.stringify(session)).not.toContain('encrypted');
  });

  it('takes the e-mail in any case and with spaces around it', async () => {
    const { email, password } = await gateway.createStaff(null);
    const { error } = await gateway
      .client()
      .auth.signInWithPassword({ email: ` ${email.toUpperCase()} `, password });
    expect(error).toBeNull();
  });

  it('says the same of a wrong password and an unknown e-mail', async () => {
    const { email } = await gateway.createStaff(null);
    const auth = gateway.client().auth;
    const wrong = await auth.signInWithPassword({ email, password: 'not the password' });
    const unknown = await auth.signInWithPassword({
      email: 'nobody@example.test',
      password: 'not the password',
    });
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    expect(unknown.error?.toString()).toBe(wrong.error?.toString());
    expect(unknown.error).toMatchObject({ code: 'invalid_credentials', status: 400 });
  });

  it('does the same work for a known and an unknown e-mail', { tags: ['long'] }, async () => {
    const { email } = await gateway.createStaff(null);
    const timed = async (tried: string) => {
      const from = performance.now();
      await call('/token?grant_type=password', {
        body: { email: tried, password: 'not the password' },
      });
      return performance.now() - from;
    };
    // Turn and turn about, and the quickest of each: what else runs on the machine hits both.
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []];
    // bcrypt takes tens of milliseconds; skipping it would make this a small fraction in every round.
    const areAlike = () => {
      const [known, unknown] = [Math.min(...knownTimes), Math.min(...unknownTimes)];
      return Math.min(known, unknown) / Math.max(known, unknown) > 0.4;
    };
    for (let round = 0; round < 9 || (round < 100 && !areAlike()); round += 1) {
      knownTimes.push(await timed(email));
      unknownTimes.push(await timed('nobody-at-all@example.test'));
    }
    expect(areAlike()).toBe(true);
  });

  it('keeps neither passwords nor refresh tokens as they are', async () => {
    const { account, session } = await signedIn();
    const [row] = await gateway.db.owner`
      select s::text as session from auth.sessions s where s.user_id = ${account.id}`;
    const [id = '', , secret = ''] = session.refresh_token.split('.');
    expect(row?.['session']).toContain(id);
    expect(secret).toHaveLength(43);
    expect(row?.['session']).not.toContain(secret);
    // why another one: an account of the tests has a cheaper hash.
    const email = `hashed-${crypto.randomUUID()}@example.test`;
    const admin = gateway.client(gateway.serviceKey).auth.admin;
    expect((await admin.createUser({ email, password: 'a real one' })).error).toBeNull();
    const [user] = await gateway.db.owner`
      select encrypted_password as hash from auth.users where email = ${email}`;
    expect(user?.['hash']).toMatch(/^\$2b\$10\$/);
  });

  it('does not cut a password at 72 bytes', async () => {
    const email = `long-${crypto.randomUUID()}@example.test`;
    const password = 'é'.repeat(36);
    const admin = gateway.client(gateway.serviceKey).auth.admin;
    const made = await admin.createUser({ email, password, email_confirm: true });
    expect(made.error).toBeNull();
    const auth = gateway.client().auth;
    const longer = await auth.signInWithPassword({ email, password: `${password}x` });
    expect(longer.error?.code).toBe('invalid_credentials');
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  });
});

describe('guessing passwords', () => {
  const guess = (email: string, password: string, address: string) =>
    call('/token?grant_type=password', {
      body: { email, password },
      headers: { ...current, 'x-forwarded-for': address },
    });

  it('stops after 10 tries from one address, and from that address only', async () => {
    const { email, password } = await gateway.createStaff(null);
    for (let round = 0; round < 10; round += 1)
      expect((await guess(email, 'wrong password', '203.0.113.7')).status).toBe(400);
    const stopped = await guess(email, password, '203.0.113.7');
    expect(stopped.status).toBe(429);
    expect(stopped.json).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    const wait = Number(stopped.response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await guess(email, password, '203.0.113.8')).status).toBe(200);
    const other = await gateway.createStaff(null);
    expect((await guess(other.email, other.password, '203.0.113.7')).status).toBe(200);

    await gateway.db.owner`
      update backend.sign_in_attempts set window_started_at = now() - interval '16 minutes'`;
    expect((await guess(email, password, '203.0.113.7')).status).toBe(200);
  });

  it('counts tries that are made side by side', async () => {
    const { email } = await gateway.createStaff(null);
    const tries = Array.from({ length: 25 }, () => guess(email, 'wrong password', '203.0.113.9'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('is not fooled by an address that the visitor writes in front', async () => {
    const { email } = await gateway.createStaff(null);
    for (let round = 0; round < 11; round += 1) {
      const { status } = await guess(email, 'wrong password', `198.51.100.${round}, 203.0.113.10`);
      expect(status).toBe(round < 10 ? 400 : 429);
    }
  });

  it('counts all addresses of one IPv6 network as one', async () => {
    const { email } = await gateway.createStaff(null);
    for (let round = 0; round < 11; round += 1) {
      const { status } = await guess(email, 'wrong password', `2001:db8:1:2::${round}`);
      expect(status).toBe(round < 10 ? 400 : 429);
    }
    expect((await guess(email, 'wrong password', '2001:db8:1:3::1')).status).toBe(400);
  });

  it('forgets the tries after a right password', async () => {
    const { email, password } = await gateway.createStaff(null);
    for (let round = 0; round < 9; round += 1) await guess(email, 'wrong password', '203.0.113.11');
    expect((await guess(email, password, '203.0.113.11')).status).toBe(200);
    expect((await guess(email, 'wrong password', '203.0.113.11')).status).toBe(400);
    expect((await guess(email, password, '203.0.113.11')).status).toBe(200);
  });

  it('keeps no e-mail or address with the count', async () => {
    await guess('someone@example.test', 'wrong password', '203.0.113.12');
    const rows = await gateway.db.owner`select key from backend.sign_in_attempts`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

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

describe('what is off', () => {
  it('signs nobody up', async () => {
    const auth = gateway.client().auth;
    const signUp = await auth.signUp({ email: 'new@example.test', password: 'long enough' });
    const refused = { name: 'AuthApiError', status: 422, code: 'signup_disabled' };
    expect(signUp.error).toMatchObject(refused);
    const anonymous = await auth.signInAnonymously();
    expect(anonymous.error).toMatchObject(refused);
    const otp = await auth.signInWithOtp({ email: 'new@example.test' });
    expect(otp.error).toMatchObject({ name: 'AuthApiError', status: 404 });
    for (const path of ['/magiclink', '/recover', '/invite', '/resend', '/nothing']) {
      const { status, json } = await call(path, { body: {}, headers: current });
      expect(status).toBe(404);
      expect(json).toEqual({ message: 'Not found' });
    }
    const rows = await gateway.db.owner`select from auth.users where email = 'new@example.test'`;
    expect(rows).toHaveLength(0);
  });

  it('says so in its settings', async () => {
    expect((await call('/settings')).json).toEqual({
      disable_signup: true,
      external: { email: true },
    });
    expect((await call('/health')).status).toBe(200);
  });
});

describe('bad input', () => {
  const post = (body: unknown, headers = {}) =>
    call('/token?grant_type=password', { body, headers: { ...current, ...headers } });

  it('answers bad_json for what is not JSON', async () => {
    for (const body of ['', '{', 'null}', '[1', '\0', '{"email":}', '"'.repeat(1000)]) {
      const { status, json } = await post(body);
      expect([status, json.code]).toEqual([400, 'bad_json']);
    }
    const form = await post('email=a&password=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([form.status, form.json.code]).toEqual([400, 'bad_json']);
  });

  it('answers validation_failed for another shape', async () => {
    const password = 'long enough';
    const email = 'a@example.test';
    for (const body of [
      null,
      1,
      '"x"',
      [],
      {},
      { email },
      { password },
      {
        email: 1,
        password,
      },
      {
        email: `${'a'.repeat(400)}@example.test`,
        password,
      },
      {
        email: ['a'],
        password,
      },
      {
        email,
        password: 'x'.repeat(2e3),
      },
      {
        email: 'a\0b@example.test',
        password,
      },
      {
        email,
        password: 'a\0b',
      },
      {
        email,
        password: '\ud800',
      },
      {
        email,
        password: null,
      },
    ]) {
      const { status, json } = await post(body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
    }
    const grant = await call('/token?grant_type=id_token', { body: {}, headers: current });
    expect([grant.status, grant.json.code]).toEqual([400, 'validation_failed']);
  });

  it('takes quotes, emoji and SQL in an e-mail as nothing but text', async () => {
    for (const email of ["' or 1=1 --", '🙂@example.test', '%', 'a@b.c; drop table auth.users'])
      expect((await post({ email, password: 'long enough' })).json.code).toBe(
        'invalid_credentials',
      );
  });

  it('stops reading at 100 kB', async () => {
    const { status, json } = await post({ email: 'a', password: 'x'.repeat(100_001) });
    expect([status, json.code]).toEqual([413, 'validation_failed']);
  });

  it('answers with the code and the API version that supabase-js reads', async () => {
    const body = { email: 'a@example.test', password: 'wrong password' };
    const { response, json } = await call('/token?grant_type=password', { body });
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(json).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

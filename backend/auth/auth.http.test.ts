import { describe, expect, it } from 'vitest';
import { authCalls, current } from '#tests/support/auth-calls.ts';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });
const { call, signedIn } = authCalls(gateway);

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

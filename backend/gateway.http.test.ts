import { request as httpRequest } from 'node:http';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { deriveKeys, loadKeys } from './core/keys.ts';

const gateway = useGateway({ bare: true });

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers });

const session = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };

/** Claims of a live session. */
const userClaims = () => ({
  role: 'authenticated',
  aud: 'authenticated',
  ...session,
  exp: Math.floor(Date.now() / 1000) + 600,
});

const sign = (claims: object, secret = gateway.keys.jwtSecret, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(secret);

beforeAll(async () => {
  await gateway.db.owner.unsafe(`
    create function public.who_asks() returns jsonb stable language sql
      return jsonb_build_object('role', current_user, 'claims', auth.jwt(),
        'address', current_setting('request.headers', true)::jsonb ->> 'x-forwarded-for');
    revoke execute on function public.who_asks() from public;
    grant execute on function public.who_asks() to anon, authenticated, service_role`);
  await gateway.db.owner`
    insert into auth.users (id, email) values (${session.sub}, 'somebody@example.test')`;
  await gateway.db.owner`
    insert into auth.sessions (id, user_id) values (${session.session_id}, ${session.sub})`;
});

async function whoAsks(headers: Record<string, string>) {
  const response = await fetch(`${gateway.url}/rest/v1/rpc/who_asks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  return { response, status: response.status, body: await response.json() };
}

describe('the API key', () => {
  it('is required, in the header or the query string', async () => {
    for (const path of ['/rest/v1/', '/auth/v1/settings']) {
      const response = await get(path);
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      });
    }
    const { anonKey } = gateway;
    expect((await get(`/auth/v1/settings?apikey=${anonKey}`)).status).toBe(200);
    expect((await get('/auth/v1/settings', { apikey: anonKey })).status).toBe(200);
  });

  it('is the anon or the service key, nothing else', async () => {
    const foreign = await deriveKeys(new TextEncoder().encode('x'.repeat(40)));
    const user = await sign(userClaims());
    const unsigned = new UnsecuredJWT({ role: 'service_role', exp: 4e9 }).encode();
    for (const apikey of ['x', 'a.b.c', foreign.anonKey, foreign.serviceKey, user, unsigned]) {
      const response = await get('/auth/v1/settings', { apikey });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
    }
  });

  it('gives its role to a request without a token', async () => {
    const { anonKey, serviceKey } = gateway;
    expect((await whoAsks({ apikey: anonKey })).body).toMatchObject({ role: 'anon' });
    expect((await whoAsks({ apikey: serviceKey })).body).toMatchObject({ role: 'service_role' });
  });
});

describe('the bearer token', () => {
  const bearer = (token: string) =>
    whoAsks({ apikey: gateway.anonKey, authorization: `Bearer ${token}` });

  it('determines the caller', async () => {
    const claims = userClaims();
    const { status, body } = await bearer(await sign(claims));
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: 'authenticated', claims });
    expect((await bearer(gateway.serviceKey)).body).toMatchObject({ role: 'service_role' });
  });

  it('is refused when it is forged', async () => {
    const claims = { ...userClaims(), role: 'service_role' };
    const mine = await sign(userClaims());
    const [header = '', , signature = ''] = mine.split('.');
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const emptySecret = `${header}.${changed}.`;
    const unsigned = new UnsecuredJWT(claims).encode();
    for (const token of [
      unsigned,
      `${unsigned}x`,
      emptySecret,
      `${header}.${changed}.${signature}`,
      '',
      'x',
      '..',
      await sign(claims, new TextEncoder().encode('another secret that is long enough')),
      await sign(claims, new TextEncoder().encode(gateway.anonKey)),
      await sign(claims, gateway.keys.jwtSecret, 'HS512'),
    ]) {
      const { response, status, body } = await bearer(token);
      expect([token, status]).toEqual([token, 401]);
      expect(body).toMatchObject({ code: 'PGRST301', details: null, hint: null });
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    }
  });

  it('is refused when its claims do not hold', async () => {
    const now = Math.floor(Date.now() / 1000);
    const expired = await bearer(await sign({ ...userClaims(), exp: now - 40 }));
    expect(expired.status).toBe(401);
    expect(expired.body).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
    const { exp: _, ...endless } = userClaims();
    for (const claims of [
      endless,
      { ...userClaims(), aud: 'other' },
      { ...userClaims(), aud: undefined },
      { ...userClaims(), nbf: now + 60 },
      { ...userClaims(), sub: undefined },
      { ...userClaims(), sub: 'somebody' },
      { ...userClaims(), sub: crypto.randomUUID() },
      { ...userClaims(), session_id: undefined },
      { ...userClaims(), session_id: crypto.randomUUID() },
      { ...userClaims(), session_id: ['x'] },
      { ...userClaims(), role: 'anon' },
      { ...userClaims(), role: 'service_role' },
      { ...userClaims(), role: 'postgres' },
      { ...userClaims(), role: 'authenticator' },
      { ...userClaims(), role: undefined },
      { ...userClaims(), role: ['service_role'] },
      { ...userClaims(), exp: 'never' },
    ])
      expect([claims, (await bearer(await sign(claims))).status]).toEqual([claims, 401]);
  });

  it('may be 30 seconds early or late, for clock skew', async () => {
    const now = Math.floor(Date.now() / 1000);
    const statusOf = async (times: object) =>
      (await bearer(await sign({ ...userClaims(), ...times }))).status;
    expect(await statusOf({ exp: now - 10 })).toBe(200);
    expect(await statusOf({ exp: now - 40 })).toBe(401);
    expect(await statusOf({ nbf: now + 10 })).toBe(200);
    expect(await statusOf({ nbf: now + 50 })).toBe(401);
  });

  it('is looked at again when it ran out since', async () => {
    const token = await sign({ ...userClaims(), exp: Math.floor(Date.now() / 1000) + 300 });
    expect((await bearer(token)).status).toBe(200);
    expect((await bearer(token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 331_000 });
    try {
      expect((await bearer(token)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the address', () => {
  it('is the right-most hop that is no trusted proxy', async () => {
    const from = async (forwarded: string) =>
      (await whoAsks({ apikey: gateway.anonKey, 'x-forwarded-for': forwarded })).body.address;
    expect(await from('203.0.113.1')).toBe('203.0.113.1');
    expect(await from('198.51.100.1, 203.0.113.1')).toBe('203.0.113.1');
    expect(await from('203.0.113.1, 127.0.0.1')).toBe('203.0.113.1');
    expect(await from("203.0.113.1, x'; drop")).toBe('127.0.0.1');
  });
});

describe('everything else', () => {
  it('answers a JSON 404', async () => {
    for (const path of ['/functions/v1/hello', '/realtime/v1/websocket', '/nothing', '/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const response = await get('/nothing');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ message: 'Not found' });
  });

  it('lets pages of other origins in, as Supabase does', async () => {
    const preflight = await fetch(`${gateway.url}/rest/v1/props`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,prefer,x-client-info,x-upsert',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upsert');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await get('/rest/v1/', { origin: 'https://example.test' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/auth/v1/token',
    '/auth/v1/admin/users/x',
    '/storage/v1/object/a/b.webp',
    '/rest/v1/a',
  ])('takes a body of no known length, or none at all: %s', async (path) => {
    const { hostname, port } = new URL(gateway.url);
    for (const method of ['DELETE', 'POST', 'PUT', 'PATCH']) {
      for (const body of [undefined, '{"email": "a"}']) {
        const status = await new Promise((resolve, reject) => {
          const headers = {
            apikey: gateway.anonKey,
            ...(body && { 'transfer-encoding': 'chunked' }),
          };
          httpRequest({ hostname, port, path, method, headers }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode));
          })
            .on('error', reject)
            .end(body);
        });
        expect([method, body, status]).toEqual([
          method,
          body,
          expect.toSatisfy((code: number) => code >= 400 && code < 500),
        ]);
      }
    }
  });

  it('survives paths that are no text', async () => {
    const { port } = new URL(gateway.url);
    const statuses = [
      '/rest/v1/%00',
      '/auth/v1/%ff',
      '/storage/v1/object/public/%E0%A4%A',
      '//',
      '/%',
    ];
    for (const path of statuses) {
      const status = await new Promise<number>((resolve, reject) => {
        const headers = { apikey: gateway.anonKey };
        httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
      expect([path, Math.floor(status / 100)]).toEqual([path, 4]);
    }
  });
});

describe('the keys', () => {
  it('are made once and shared by all processes on the database', async () => {
    const { owner } = gateway.db;
    const all = await Promise.all([1, 2, 3].map(() => loadKeys(owner, {})));
    for (const keys of all) expect(keys).toEqual(gateway.keys);
    const [stored] = await owner`select value from backend.secrets where name = 'jwt_secret'`;
    expect(String(stored?.['value']).length).toBeGreaterThanOrEqual(43);
  });

  it('come from the environment where a secret is given there', async () => {
    const jwtSecret = 'a secret of one’s own, long enough';
    const keys = await loadKeys(gateway.db.owner, { jwtSecret });
    expect(keys.anonKey).not.toBe(gateway.anonKey);
    expect(keys).toEqual(await loadKeys(gateway.db.owner, { jwtSecret }));
    await expect(loadKeys(gateway.db.owner, { jwtSecret: 'short' })).rejects.toThrow(/32 bytes/);
  });
});

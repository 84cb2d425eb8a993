import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './storage/disk-store.ts';
import { createGateway } from './gateway.ts';
import { openPool } from './postgres/database.ts';
import { useGateway } from '#tests/support/gateway.ts';
import type { Log } from './core/log.ts';

const gateway = useGateway({ bare: true });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers });

describe('a fault of the database', () => {
  it('reveals no details', async () => {
    const { owner } = gateway.db;
    await owner`alter table storage.objects rename to objects_away`;
    await owner`alter table auth.users rename to users_away`;
    try {
      const storage = await get('/storage/v1/object/public/some/picture.webp');
      const auth = await get('/auth/v1/admin/users', { apikey: gateway.serviceKey });
      for (const response of [storage, auth]) {
        expect(response.status).toBe(500);
        expect(await response.json()).toEqual({ message: 'An unexpected error occurred' });
      }
    } finally {
      await owner`alter table storage.objects_away rename to objects`;
      await owner`alter table auth.users_away rename to users`;
    }
  });
});

describe('a database out of reach', () => {
  const nowhere = { host: '127.0.0.1', port: 1, database: 'x', username: 'x', password: 'x' };
  const owner = openPool(nowhere, { max: 2, name: 'nowhere' });
  const requests = openPool(nowhere, { max: 2, name: 'nowhere' });
  const said: string[] = [];
  const log: Log = (level, message, facts) =>
    said.push(JSON.stringify([level, message, facts ?? {}]));
  let token = '';
  beforeAll(async () => {
    const { data } = await gateway
      .client()
      .auth.signInWithPassword(await gateway.createStaff(null));
    token = data.session?.access_token ?? '';
  });
  afterAll(() => Promise.all([owner.end(), requests.end()]));

  it.each([
    ['POST', '/auth/v1/token?grant_type=password', 'anon'],
    ['POST', '/auth/v1/token?grant_type=refresh_token', 'anon'],
    ['GET', '/auth/v1/user', 'user'],
    ['PUT', '/auth/v1/user', 'user'],
    ['POST', '/auth/v1/logout', 'user'],
    ['GET', '/auth/v1/admin/users', 'service'],
    ['POST', '/auth/v1/admin/users', 'service'],
    ['PUT', `/auth/v1/admin/users/${crypto.randomUUID()}`, 'service'],
    ['DELETE', `/auth/v1/admin/users/${crypto.randomUUID()}`, 'service'],
    ['GET', '/rest/v1/props', 'anon'],
    ['POST', '/rest/v1/rpc/submit', 'anon'],
    ['PATCH', '/rest/v1/props?id=eq.1', 'user'],
    ['GET', '/storage/v1/object/public/pictures/x.jpg', 'anon'],
    ['GET', '/storage/v1/render/image/public/pictures/x.jpg?width=10', 'anon'],
  ])('%s %s as %s answers 503 and when to come back', async (method, path, who) => {
    const { keys, storageRoot } = gateway;
    const app = createGateway({
      db: { owner, requests, close: async () => {} },
      keys,
      store: createDiskStore(storageRoot),
      log,
      cacheRoot: storageRoot,
      trustedProxies: [],
    });
    const bearer = { anon: keys.anonKey, user: token, service: keys.serviceKey }[who] ?? '';
    const password = 'long enough';
    const body = JSON.stringify(
      path.includes('admin')
        ? method === 'DELETE'
          ? {}
          : { email: 'a@example.test', password }
        : { email: 'a@example.test', password, refresh_token: 'x', current_password: password },
    );
    const request = new Request(`http://gateway.internal${path}`, {
      method,
      headers: {
        apikey: keys.anonKey,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
      },
      ...(method !== 'GET' && { body }),
    });
    const response = await app.fetch(request, { address: '203.0.113.1' });
    expect([path, response.status]).toEqual([path, 503]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const answer = JSON.stringify(await response.json());
    expect(answer).toMatch(/database/i);
    expect(answer + said.join()).not.toMatch(/127\.0\.0\.1|example\.test/);
    expect(said.join()).toContain('ECONNREFUSED');
  });
});

describe('an incomplete body', () => {
  it.each([
    '/auth/v1/token?grant_type=password',
    '/auth/v1/user',
    '/rest/v1/rpc/anything',
    '/nothing',
  ])('to %s harms nobody else', async (path) => {
    const { hostname, port } = new URL(gateway.url);
    for (const framing of ['content-length: 500', 'transfer-encoding: chunked']) {
      const part = framing.startsWith('content') ? '{"email": "a@ex' : '5\r\n{"ema\r\n';
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\napikey: ${gateway.anonKey}\r\n` +
          `content-type: application/json\r\n${framing}\r\n\r\n${part}`,
      );
      await new Promise((later) => setTimeout(later, 100));
      socket.destroy();
    }
    expect((await get('/auth/v1/health', { apikey: gateway.anonKey })).status).toBe(200);
    const faults = gateway.said.filter((line) => line.includes('/auth/v1'));
    expect(faults.join()).not.toContain('ECONNRESET');
  });

  it('is refused once it is too long, however it is sent', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(10_000));
    let left = 20;
    const body = new ReadableStream({
      pull(stream) {
        if (left > 0) stream.enqueue(chunk);
        else stream.close();
        left -= 1;
      },
    });
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: gateway.anonKey, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, await response.json()]).toEqual([
      413,
      { code: 'validation_failed', message: 'Request body too large' },
    ]);
  });

  it('is refused where its frame is nonsense', async () => {
    const { hostname, port } = new URL(gateway.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.once('data', (bytes) => resolve(String(bytes)));
      socket.write('POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n{}');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('bad input to the gateway and to /auth/v1', () => {
  const long = 'x'.repeat(10_000);
  const rtl = '\u202eمرحبا';
  const call = async (method: string, path: string, body?: string | object, more = {}) => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { apikey: gateway.serviceKey, 'content-type': 'application/json', ...more },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  it('answers 4xx to every odd value in every field', { tags: ['long'] }, async () => {
    const { id } = await gateway.createStaff(null);
    const odd = ['', ' ', 'a\0b', rtl, long, '🙂', 0, -1, 1e308, true, null, [], {}, [['a']]];
    const fields: [string, string, Record<string, unknown>][] = [
      [
        'POST',
        '/auth/v1/token?grant_type=password',
        { email: 'a@b.test', password: 'long enough' },
      ],
      ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }],
      [
        'POST',
        '/auth/v1/admin/users',
        { email: 'no mail', password: 'short', email_confirm: true },
      ],
      [
        'PUT',
        `/auth/v1/admin/users/${id}`,
        { email: 'no mail', password: 'short', ban_duration: '1h' },
      ],
    ];
    for (const [method, path, body] of fields)
      for (const name of [...Object.keys(body), 'unknown', '__proto__', 'a\0'])
        for (const value of odd) {
          const status = await call(method, path, { ...body, [name]: value });
          expect([path, name, value, Math.floor(status / 100)]).toEqual([path, name, value, 4]);
        }
  });

  it('takes or refuses odd bans, whole, and bodies that are nested deep', async () => {
    const { id } = await gateway.createStaff(null);
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    for (const depth of [100, 1000, 3000, 8000, 15_000]) {
      const body = `{"email":${nested(depth)}}`;
      const status = await call('PUT', `/auth/v1/admin/users/${id}`, body);
      expect([depth, status]).toEqual([depth, 400]);
    }
    for (const ban_duration of [
      '',
      ' ',
      'h',
      '1',
      '-1h',
      '1h1h',
      '1d',
      'none ',
      '99999999h',
      rtl,
      long,
    ])
      expect([
        ban_duration,
        await call('PUT', `/auth/v1/admin/users/${id}`, { ban_duration }),
      ]).toEqual([ban_duration, 400]);
    for (const ban_duration of ['9999999h', '1h30m', '0s', 'none'])
      expect([
        ban_duration,
        await call('PUT', `/auth/v1/admin/users/${id}`, { ban_duration }),
      ]).toEqual([ban_duration, 200]);
  });

  it('answers 4xx to odd addresses, parameters, headers and bodies', async () => {
    const id = crypto.randomUUID();
    for (const path of [
      '/auth/v1/token',
      '/auth/v1/token?grant_type=password&grant_type=refresh_token',
      '/auth/v1/token?grant_type=%00',
      `/auth/v1/token?grant_type=${long}`,
      '/auth/v1/logout?scope=global&scope=local',
      `/auth/v1/logout?scope=${encodeURIComponent(rtl)}`,
      '/auth/v1/logout?scope=%00',
      '/auth/v1/admin/users/%00',
      `/auth/v1/admin/users/${id}%00`,
      `/auth/v1/admin/users/${long}`,
      `/auth/v1/${long}`,
      '/auth/v1/%2e%2e/admin/users/x',
    ])
      for (const [method, body] of [
        ['POST', '{}'],
        ['PUT', '{}'],
        ['DELETE', '[]'],
      ] as const) {
        const status = await call(method, path, body);
        const shown = `${method} ${path.slice(0, 60)}`;
        expect([shown, Math.floor(status / 100)]).toEqual([shown, 4]);
      }
    for (const query of ['page=1&page=x', 'page=%00', `page=${long}`, 'page=1e99', 'per_page=[]'])
      expect([query, await call('GET', `/auth/v1/admin/users?${query}`)]).toEqual([
        query,
        query.startsWith('page=1&') ? 200 : 400,
      ]);
    const deep = '['.repeat(40_000) + ']'.repeat(40_000);
    for (const body of [
      '',
      '{',
      long,
      deep,
      '"text"',
      '1',
      'null',
      '\ufeff{}',
      '{"email":"\\ud800"}',
    ])
      expect([body.slice(0, 20), await call('POST', '/auth/v1/admin/users', body)]).toEqual([
        body.slice(0, 20),
        400,
      ]);
    for (const type of ['text/plain', 'multipart/form-data', 'application/jsonx', long, ''])
      expect(
        await call(
          'POST',
          '/auth/v1/admin/users',
          { email: 'a@b.test', password: 'long enough' },
          {
            'content-type': type,
          },
        ),
      ).toBe(400);
    for (const authorization of ['Bearer', 'Bearer ', `Bearer ${long}`, 'bearer a b c', 'Bearer é'])
      expect([
        authorization.slice(0, 20),
        await call('GET', '/auth/v1/user', undefined, { authorization }),
      ]).toEqual([authorization.slice(0, 20), 403]);
    for (const apikey of ['', ' ', long, 'é'])
      expect(await call('GET', '/auth/v1/user', undefined, { apikey })).toBe(401);
    expect(await call('GET', `/auth/v1/user?apikey=${gateway.anonKey}&apikey=x`)).toBe(403);
  });
});

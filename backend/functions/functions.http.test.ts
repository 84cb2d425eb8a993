import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { eventually } from '#tests/support/waiting.ts';

const root = mkdtempSync(join(tmpdir(), 'studio-functions-'));
const folder = join(root, 'functions');
const config = join(root, 'config.toml');

symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));

const write = (name: string, text: string) => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'index.ts'), text);
};

write(
  'echo',
  `import { greet } from '../_shared/greet.ts';
  const cors = { 'access-control-allow-origin': 'https://studio.test' };
  Deno.serve(async (request: Request) => {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: cors });
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const from = request.headers.get('x-forwarded-for');
    return Response.json({ greeting: greet(body), method: request.method, path: pathname + search,
      from, secrets: Object.keys(Deno.env.toObject()).toSorted() }, { status: 201, headers: cors });
  });`,
);
write('_shared', `throw new Error('never loaded');`);
writeFileSync(
  join(folder, '_shared/greet.ts'),
  'export const greet = (name: string) => `Hello ${name}`;',
);
write(
  'open',
  `export default { fetch: () => new Response('<b>open</b>', { headers: { 'content-type': 'text/html' } }) };`,
);
write('refuses', `Deno.serve(() => Response.json({ message: 'No.' }, { status: 422 }));`);
write(
  'faults',
  `Deno.serve(async (request) => {
    const what = await request.text();
    if (what === 'throws') throw new Error('thrown on purpose');
    if (what === 'rejects') { Promise.reject(new Error('rejected on purpose')); await new Promise(() => {}); }
    if (what === 'loops') for (;;);
    if (what === 'eats') { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
    if (what === 'waits') { console.log('the first waits'); await new Promise(() => {}); }
    return new Response('fine');
  });`,
);
write('waits', `Deno.serve(() => new Promise(() => {}));`);
write('broken', `const x: number = ; `);
write('serves-nothing', `console.log('no handler');`);
write(
  'streams',
  `let cancelled = 0;
  Deno.serve(async (request) => {
    const what = await request.text();
    if (what === 'cancelled') return new Response(String(cancelled));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent === 3 && what === 'breaks') throw new Error('broken on purpose');
        if (sent === 3 && what === 'ends') return controller.close();
        controller.enqueue(new TextEncoder().encode(what === 'endless' ? 'x'.repeat(10000) : 'part ' + ++sent + ';'));
      },
      cancel() { cancelled += 1; },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });`,
);
write(
  'unread',
  `let [cancelled, asked] = [0, 0];
  let go;
  Deno.serve(async (request) => {
    if (request.method === 'PUT') return Response.json({ asked, cancelled });
    if (request.method === 'DELETE') { go(); return new Response('gone on'); }
    asked += 1;
    if (request.method === 'POST') await new Promise((told) => go = told);
    return new Response(new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel() { cancelled += 1; },
    }));
  });`,
);
write(
  'asks',
  `import { createClient } from '@supabase/supabase-js';
  Deno.serve(async (request) => {
    const url = Deno.env.get('SUPABASE_URL') ?? '';
    const service = createClient(url, Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '');
    const caller = createClient(url, Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
      global: { headers: { Authorization: request.headers.get('authorization') ?? '' } },
    });
    const users = await service.auth.admin.listUsers();
    const own = await caller.auth.getUser((request.headers.get('authorization') ?? '').slice(7));
    const nowhere = await fetch(url + '/nowhere');
    return Response.json({ users: users.data.users.length, email: own.data.user?.email, nowhere: nowhere.status });
  });`,
);
writeFileSync(
  config,
  '[functions.open]\nverify_jwt = false\n\n[functions.echo]\nverify_jwt = true\n[auth]\nverify_jwt = false\n',
);

const gateway = useGateway({ bare: true }, {}, createDiskStore, () => ({
  folder,
  config,
  watching: true,
  // Of CPU and time, more than a slow machine needs for what ends by itself.
  limits: { cpuMs: 1000, responseMs: 15_000, memoryMb: 32, bodyBytes: 100_000 },
}));
afterAll(() => rmSync(root, { recursive: true }));

const invoke = (name: string, body?: string) =>
  gateway.client().functions.invoke(name, body === undefined ? {} : { body });
/** The status, code and kind of an error of functions-js. */
const problem = async (name: string, body?: string) => {
  const { data, error } = await invoke(name, body);
  expect(data).toBeNull();
  const isRelay = error instanceof FunctionsRelayError;
  expect(isRelay || error instanceof FunctionsHttpError).toBe(true);
  const { status } = error.context as Response;
  const said = (await (error.context as Response).json()) as { code?: string; message: string };
  return { isRelay, status, ...said };
};
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers });

// why: asked first and awaited last, so that its time-out costs the run no time.
let unanswered: ReturnType<typeof problem>;
beforeAll(() => {
  unanswered = problem('waits');
});

describe('a function', () => {
  it('gets the request and answers it', async () => {
    const client = gateway.client();
    const { data, response, error } = await client.functions.invoke('echo/part?a=1', {
      body: 'Asha',
      method: 'PUT',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(error).toBeNull();
    expect(response?.status).toBe(201);
    expect(data).toEqual({
      greeting: 'Hello Asha',
      method: 'PUT',
      path: '/echo/part?a=1',
      from: '203.0.113.9',
      // Nothing of the process's environment, which holds the secrets of the site.
      secrets: ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_URL'],
    });
  });

  it('answers its own preflights, and CORS is its own', async () => {
    const preflight = await get('/functions/v1/echo', { origin: 'https://a.test' }, 'OPTIONS');
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://studio.test');
  });

  it('calls the gateway with the service key and as its caller', async () => {
    const account = await gateway.createStaff(null);
    const client = gateway.client();
    await client.auth.signInWithPassword(account);
    const { data } = await client.functions.invoke('asks');
    expect(data).toMatchObject({ email: account.email, nowhere: 404 });
    expect(data.users).toBeGreaterThan(0);
  });

  it('never answers with a page', async () => {
    const response = await get('/functions/v1/open');
    expect(await response.text()).toBe('<b>open</b>');
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  it('refuses by itself: an HTTP error for the client', async () => {
    expect(await problem('refuses')).toEqual({ isRelay: false, status: 422, message: 'No.' });
  });

  it('is loaded again when a file changes', async () => {
    write('changes', `Deno.serve(() => new Response('one'));`);
    expect((await invoke('changes')).data).toBe('one');
    write('changes', `Deno.serve(() => new Response('two'));`);
    await expect.poll(async () => (await invoke('changes')).data).toBe('two');
  });
});

describe('callers', () => {
  it('need a valid token, unless config.toml says otherwise', async () => {
    const { anonKey, serviceKey } = gateway;
    const status = async (authorization?: string) => {
      const response = await get('/functions/v1/echo', authorization ? { authorization } : {});
      return [response.status, response.headers.get('sb-error-code')];
    };
    expect(await status()).toEqual([401, 'UNAUTHORIZED_NO_AUTH_HEADER']);
    expect(await status('Basic abc')).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT']);
    expect(await status(`Bearer ${anonKey}x`)).toEqual([401, 'UNAUTHORIZED_LEGACY_JWT']);
    expect(await status(`Bearer ${anonKey}`)).toEqual([201, null]);
    expect(await status(`Bearer ${serviceKey}`)).toEqual([201, null]);
    expect((await get('/functions/v1/open')).status).toBe(200);
  });

  it('lose access when their session ends', async () => {
    const account = await gateway.createStaff(null);
    const client = gateway.client();
    const { data } = await client.auth.signInWithPassword(account);
    const authorization = `Bearer ${data.session?.access_token}`;
    expect((await get('/functions/v1/echo', { authorization })).status).toBe(201);
    await client.auth.signOut();
    expect((await get('/functions/v1/echo', { authorization })).status).toBe(401);
  });

  it.each([
    '/functions/v1/none',
    '/functions/v1/_shared',
    '/functions/v1/ECHO',
    '/functions/v1/..%2ffunctions%2fecho',
    '/functions/v1/echo%00',
    '/functions/v1/%2e%2e/echo',
    '/functions/v1/',
    '/functions/v1/.',
    '/functions/v1/constructor',
  ])('find no function at %s', async (path) => {
    const { port } = new URL(gateway.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${gateway.anonKey}` };
      httpRequest({ port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });

  it('send at most the limit', async () => {
    expect(await problem('echo', 'x'.repeat(100_001))).toMatchObject({ status: 413 });
    expect((await invoke('echo', 'x'.repeat(100_000))).error).toBeNull();
  });

  it('use the methods that Supabase accepts', async () => {
    const authorization = `Bearer ${gateway.anonKey}`;
    const response = await get('/functions/v1/echo', { authorization }, 'PROPFIND');
    expect(response.status).toBe(405);
  });
});

describe('a function that fails', () => {
  const relay = (status: number, code: string) => ({ isRelay: true, status, code });
  /** The next request is answered by a thread that works. */
  const works = async () => expect((await invoke('faults', 'fine')).data).toBe('fine');

  it('throws: 500, and the log has the error', async () => {
    expect(await problem('faults', 'throws')).toMatchObject(relay(500, 'WORKER_ERROR'));
    expect(gateway.said.join('\n')).toContain('thrown on purpose');
    await works();
  });

  it('leaves a rejection unhandled: 500, also for the requests beside it', async () => {
    const beside = problem('faults', 'waits');
    await eventually(() => expect(gateway.said.join('\n')).toContain('the first waits'));
    expect(await problem('faults', 'rejects')).toMatchObject(relay(500, 'WORKER_ERROR'));
    expect(await beside).toMatchObject({ status: 500 });
    expect(gateway.said.join('\n')).toContain('rejected on purpose');
    await works();
  });

  it('loops without end: 546, and the process answers meanwhile', { tags: ['long'] }, async () => {
    const looping = problem('faults', 'loops');
    expect((await get('/auth/v1/health', { apikey: gateway.anonKey })).status).toBe(200);
    expect(await looping).toMatchObject(relay(546, 'WORKER_LIMIT'));
    await works();
  });

  it('takes too much memory: 546', async () => {
    expect(await problem('faults', 'eats')).toMatchObject(relay(546, 'WORKER_LIMIT'));
    await works();
  });

  it('cannot start: 503', async () => {
    expect(await problem('broken')).toMatchObject(relay(503, 'BOOT_ERROR'));
    expect(await problem('serves-nothing')).toMatchObject(relay(503, 'BOOT_ERROR'));
    write('broken', `Deno.serve(() => new Response('repaired'));`);
    await expect.poll(async () => (await invoke('broken')).data).toBe('repaired');
  });
});

describe('a stream', () => {
  const stream = async (what: string, signal?: AbortSignal) =>
    fetch(`${gateway.url}/functions/v1/streams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.anonKey}` },
      body: what,
      ...(signal && { signal }),
    });

  it('arrives part by part', async () => {
    expect(await (await stream('ends')).text()).toBe('part 1;part 2;part 3;');
  });

  it('that breaks fails at the client', async () => {
    const response = await stream('breaks');
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('without end stops when its reader leaves', async () => {
    const stop = new AbortController();
    const response = await stream('endless', stop.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    await expect.poll(async () => (await stream('cancelled')).text()).toBe('1');
  });
});

it('a stream that nobody reads is closed, also when its client left before it began', async () => {
  const headers = { authorization: `Bearer ${gateway.anonKey}` };
  const ask = (method: string, signal?: AbortSignal) =>
    fetch(`${gateway.url}/functions/v1/unread`, { method, headers, ...(signal && { signal }) });
  const told = async () => (await ask('PUT')).json();
  expect((await ask('HEAD')).status).toBe(200);
  await expect.poll(told).toEqual({ asked: 1, cancelled: 1 });
  const leaving = new AbortController();
  const left = ask('POST', leaving.signal).catch((error: Error) => error.name);
  await expect.poll(told).toEqual({ asked: 2, cancelled: 1 });
  leaving.abort();
  expect(await left).toBe('AbortError');
  await ask('DELETE');
  await expect.poll(told).toEqual({ asked: 2, cancelled: 2 });
});

it('that never answers is given up: 504', async () => {
  expect(await unanswered).toMatchObject({ isRelay: true, status: 504, code: 'IDLE_TIMEOUT' });
});

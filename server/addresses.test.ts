import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const { preparedFolder, start, stopAll } = useSites({ keep: true });
let site = '';

beforeAll(async () => {
  site = await start(await preparedFolder()).ready;
});
afterAll(stopAll);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Requests a path exactly as written; `fetch` would normalize it. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response
        .setEncoding('latin1')
        .on('data', (text: string) => (body += text))
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
    });
    call.once('error', reject).end();
  });
}

describe('hostile addresses', () => {
  it.each([
    ['/%E0%A4%A', 400],
    ['/props/%00', 400],
    ['/ops/crm?tab=%00', 400],
    ['/..%2f..%2fetc/passwd', 404],
    ['/assets/%2e%2e/%2e%2e/package.json', 404],
    ['/assets/../../package.json', 404],
    ['/.env', 404],
    ['/.git/config', 404],
    ['/props/%D7%90%E2%80%AE%F0%9F%8E%A5', 404],
    ['/rent-props?q=%ED%A0%80', 200],
    ['/rent-props?category=__proto__&sort=constructor&colour=toString', 200],
    ['/my-order?x=%', 200],
  ])('%s answers %i', async (path, status) => {
    // A busy machine asks to come again.
    const answer = await eventually(async () => {
      const one = await ask(path);
      expect(one.status).not.toBe(503);
      return one;
    });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toMatch(/node_modules|at async |select \w+ from |postgres:/);
  });

  it('a path of 10,000 characters answers 404', async () => {
    expect((await ask(`/props/${'a'.repeat(10_000)}`)).status).toBe(404);
  });

  it.each([
    { what: 'a search of 10,000 characters', path: `/rent-props?q=${'x'.repeat(10_000)}` },
    { what: 'one colour 300 times', path: `/rent-props?${'colour=red&'.repeat(300)}` },
    { what: 'an address without protocol', path: '//evil.example/props' },
    { what: 'one with a backslash', path: '/\\evil.example/props' },
  ])('$what never leads away from the site', async ({ path }) => {
    const answer = await ask(path);
    expect([200, 307, 308, 400, 404]).toContain(answer.status);
    const target = new URL(answer.headers.location ?? '/', site);
    expect(target.origin).toBe(site);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s of a page is refused',
    async (method) => {
      const answer = await ask('/rent-props', {}, method);
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('an oversized header is refused, odd ones are not minded', async () => {
    expect((await ask('/my-order', { cookie: 'a'.repeat(20_000) })).status).toBe(431);
    const odd = { 'x-forwarded-for': 'nonsense, ::', 'x-forwarded-host': 'evil.example' };
    const answer = await ask('/my-order', odd);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('evil.example');
  });
});

describe('pages', () => {
  it('come in the coding that was asked for', async () => {
    const codingOf = async (accepted: string) =>
      (await ask('/my-order', { 'accept-encoding': accepted })).headers['content-encoding'];
    expect(await codingOf('gzip, br')).toBe('br');
    expect(await codingOf('gzip;q=0.5')).toBe('gzip');
    expect(await codingOf('br;q=0, gzip')).toBe('gzip');
    expect(await codingOf('br;q=0,gzip;q=0.0')).toBeUndefined();
    expect(await codingOf('')).toBeUndefined();
  });

  it('carry a policy that names their inline code and nothing unsafe', async () => {
    const { headers } = await ask('/rent-props');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
  });

  it('assets are immutable, pages are revalidated', async () => {
    const page = await ask('/my-order');
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
    expect(page.headers['cache-control']).toBe('no-cache');
    const { status, headers } = await ask(asset);
    expect([status, headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });
});

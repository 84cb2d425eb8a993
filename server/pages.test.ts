import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { HTML, NO_STORE, plainPage, usePages, type MadePage } from '#tests/support/pages.ts';
import { eventually } from '#tests/support/waiting.ts';
import { hashSource } from './html.ts';

let version: number | null;
/** The app's response to an address. */
let page: MadePage;
/** The backend's response to the app. */
let read: () => Response;
const { app, site } = usePages({
  page: (...asked) => page(...asked),
  read: () => read(),
  version: () => version,
});

beforeEach(() => {
  version = 1;
  page = plainPage;
  read = () => Response.json({});
});

it('takes a page as parts of its text, with the status and headers of its response', async () => {
  const parts = ['<style>a{}</style>', '<p>₹500</p>', '<script>1</script>'];
  page = (_, { send }) => {
    send?.(parts);
    return new Response(null, { status: 404, headers: HTML });
  };
  const answer = await site()('/rent-props');
  expect(answer.status).toBe(404);
  const policy = answer.headers.get('content-security-policy');
  for (const code of ['a{}', '1']) expect(policy).toContain(hashSource(code));
  expect(await answer.text()).toBe(parts.join(''));
});

describe('a page that cannot be made', () => {
  it.each([
    ['/rent-props', 'href="/">Return to Home'],
    ['/ops/crm', 'href="/ops">Open the back office'],
  ])('says so at %s in a page of its own, with ways out, and is not stored', async (path, way) => {
    page = () => {
      throw new Error('planted');
    };
    const thrown = await site()(path);
    // What the framework makes of a fault of its own.
    page = () => Response.json({ status: 500, unhandled: true }, { status: 500 });
    for (const answer of [thrown, await site()(path)]) {
      expect(answer.status).toBe(500);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const html = await answer.text();
      const style = /<style>([^<]*)</.exec(html)?.[1] ?? '';
      expect(answer.headers.get('content-security-policy')).toContain(hashSource(style));
      expect(html).toContain('<h1>Something went wrong</h1>');
      expect(html).toContain('href="">Reload');
      expect(html).toContain(way);
      expect(html).not.toMatch(/planted|unhandled/);
    }
  });
});

describe('a repeated request for a page', () => {
  it('is byte-identical in every encoding, and rendered once', async () => {
    const ask = site();
    const plain = await ask('/rent-props');
    const text = await plain.text();
    expect(text).toContain('http://studio.example/rent-props');
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (b: Buffer) => b };
    for (const [encoding, read] of Object.entries(unpack)) {
      const answer = await ask('/rent-props', { 'accept-encoding': encoding });
      const body = Buffer.from(await answer.arrayBuffer());
      expect(read(body).toString()).toBe(text);
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      for (const name of ['etag', 'content-security-policy', 'cache-control', 'vary']) {
        expect([name, answer.headers.get(name)]).toEqual([name, plain.headers.get(name)]);
      }
    }
    expect(plain.headers.get('cache-control')).toBe('no-cache');
    expect(app).toHaveBeenCalledTimes(1);
  });

  it('answers 304 to who has it, with the policy under which the copy runs', async () => {
    const ask = site();
    const { headers } = await ask('/rent-props');
    const tag = headers.get('etag') ?? '';
    for (const named of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await ask('/rent-props', { 'if-none-match': named });
      expect([named, answer.status, await answer.text()]).toEqual([named, 304, '']);
      expect(answer.headers.get('etag')).toBe(tag);
      expect(answer.headers.get('content-security-policy')).toBe(
        headers.get('content-security-policy'),
      );
    }
    expect((await ask('/rent-props', { 'if-none-match': '"other"' })).status).toBe(200);
    version = 2;
    expect((await ask('/rent-props', { 'if-none-match': tag })).status).toBe(304);
    page = () => new Response('<p>changed</p>', { headers: HTML });
    version = 3;
    expect((await ask('/rent-props', { 'if-none-match': tag })).status).toBe(200);
  });

  it('has no body for HEAD, and all its headers', async () => {
    const ask = site();
    const get = await ask('/rent-props');
    const head = await ask('/rent-props', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  });

  it('is another one under another address, host or protocol', async () => {
    const ask = site();
    const bodyOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).text();
    expect(await bodyOf('/a')).toContain('http://studio.example/a<');
    expect(await bodyOf('/a?x=1')).toContain('/a?x=1<');
    expect(await bodyOf('/a?x=2')).toContain('/a?x=2<');
    expect(await bodyOf('/A')).toContain('/A<');
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect(await bodyOf('/a', forwarded)).toContain('http://studio.example/a<');
    expect(await bodyOf('/a', forwarded, 'GET', '10.0.0.1')).toContain('https://evil.example/a<');
    expect(await bodyOf('/a')).toContain('http://studio.example/a<');
  });

  it('is made from its address alone', async () => {
    const ask = site();
    await ask('/a', { cookie: 'session=1', authorization: 'Bearer x', 'accept-language': 'hi' });
    const request = app.mock.calls[0]?.[0];
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({ accept: 'text/html' });
  });
});

describe('what is not cached', () => {
  const twice = async (path = '/a') => {
    const ask = site();
    const answers = [await ask(path), await ask(path)];
    expect(app).toHaveBeenCalledTimes(2);
    return answers[1] as Response;
  };

  it.each([
    [503, 503],
    [500, 503],
    [401, 503],
    [404, 503],
    [429, 429],
    [400, 400],
  ])('a page whose read answered %i, which is sent with %i', async (status, told) => {
    read = () => new Response('', { status, headers: { 'retry-after': '7' } });
    page = async (_, { backend }) => {
      await backend.fetch?.('http://x/');
      return new Response('<p>without</p>', { headers: HTML });
    };
    const answer = await twice();
    expect([answer.status, await answer.text()]).toEqual([told, '<p>without</p>']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([answer.headers.get('retry-after'), answer.headers.get('etag')]).toEqual(['7', null]);
  });

  it('a page whose read broke off', async () => {
    read = () => {
      throw new TypeError('fetch failed');
    };
    page = async (_, { backend }) => {
      await Promise.resolve(backend.fetch?.('http://x/')).catch(() => {});
      return new Response('<p>without</p>', { headers: HTML });
    };
    expect((await twice()).status).toBe(503);
  });

  it('a page that reports itself incomplete', async () => {
    page = () => new Response('', { headers: { ...HTML, 'cache-control': 'no-store' } });
    expect((await twice()).headers.get('etag')).toBeNull();
  });

  it('an error, a page that is not there, a redirect, and what is no page', async () => {
    for (const status of [404, 500]) {
      app.mockClear();
      page = () => new Response('', { status, headers: HTML });
      expect((await twice()).status).toBe(status);
    }
    app.mockClear();
    page = () => new Response(null, { status: 307, headers: { location: '/b' } });
    expect((await twice()).headers.get('location')).toBe('/b');
    app.mockClear();
    page = () => new Response('User-agent: *', { headers: { 'content-type': 'text/plain' } });
    expect(await (await twice('/robots.txt')).text()).toBe('User-agent: *');
    app.mockClear();
    page = () => {
      throw new Error('broken');
    };
    expect((await twice()).status).toBe(500);
  });

  it('anything of the back office', async () => {
    expect((await twice('/ops')).status).toBe(200);
    app.mockClear();
    expect((await twice('/ops/crm')).status).toBe(200);
  });

  it('an address without end', async () => {
    expect((await twice(`/a?q=${'x'.repeat(2000)}`)).status).toBe(200);
  });
});

it('made-up queries neither exhaust memory nor evict pages', async () => {
  const bytes = 'x'.repeat(50_000);
  page = (url) => new Response(`${url.search}${Math.random()}${bytes}`, { headers: HTML });
  const ask = site(20_000);
  await ask('/rent-props');
  for (let n = 0; n < 50; n += 1) await ask(`/rent-props?q=${n}`);
  expect(app).toHaveBeenCalledTimes(51);
  await ask('/rent-props');
  await ask('/rent-props?q=49');
  expect(app).toHaveBeenCalledTimes(51);
  await ask('/rent-props?q=0');
  expect(app).toHaveBeenCalledTimes(52);
});

describe('a posted form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const own = { ...form, origin: 'http://studio.example' };
  const post = (path: string, headers: Record<string, string>, body = 'a=1') => {
    const pages = site();
    return pages(path, headers, 'POST', '8.8.8.8', body);
  };

  it('reaches the app without anything else of the request, and its response is not cached', async () => {
    page = async () => new Response('<p>a</p>', { status: 422, headers: { ...HTML, ...NO_STORE } });
    const answer = await post('/contact?x=1', { ...own, cookie: 'session=1' }, 'message=Hi');
    expect([answer.status, await answer.text()]).toEqual([422, '<p>a</p>']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    const [request] = app.mock.calls[0] ?? [];
    expect([request?.method, request?.url]).toEqual(['POST', 'http://studio.example/contact']);
    expect(Object.keys(Object.fromEntries(request?.headers ?? [])).toSorted()).toEqual([
      'accept',
      'content-type',
    ]);
    expect(await request?.text()).toBe('message=Hi');
  });

  it('is taken from pages of the site only', async () => {
    for (const headers of [
      form,
      { ...form, origin: 'https://evil.example' },
      { ...form, origin: 'null' },
      { ...form, 'sec-fetch-site': 'cross-site' },
      { ...form, 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      for (const path of ['/contact', '/enquire']) {
        expect([path, headers, (await post(path, headers)).status]).toEqual([path, headers, 403]);
      }
    }
    expect(app).not.toHaveBeenCalled();
    for (const path of ['/contact', '/enquire']) {
      expect((await post(path, { ...form, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    }
  });

  it('is a form, of a form’s size, at the form’s address', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await post('/contact', { ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(415);
    expect((await post('/contact', own, 'x'.repeat(70_000))).status).toBe(413);
    expect((await post('/about', own)).status).toBe(405);
    expect(app).not.toHaveBeenCalled();
  });
});

describe('names that the site does not have', () => {
  const named = (host: string) => ({ 'x-forwarded-host': host });

  it('are told so, without a page being made', async () => {
    const ask = site();
    for (let n = 0; n < 20; n += 1) {
      const answer = await ask('/a', named(`made-up-${n}.example`), 'GET', '10.0.0.1');
      expect([answer.status, await answer.text()]).toEqual([
        421,
        expect.stringContaining('PUBLIC_HOSTS'),
      ]);
    }
    expect(app).not.toHaveBeenCalled();
  });

  it('do not evict its own pages when a proxy forwards them', async () => {
    const ask = site();
    await ask('/a');
    for (let n = 0; n < 50; n += 1) await ask('/a', named(`${n}.example`), 'GET', '10.0.0.1');
    expect(app).toHaveBeenCalledTimes(51);
    await ask('/a');
    await ask('/a', named('3.example'), 'GET', '10.0.0.1');
    expect(app).toHaveBeenCalledTimes(51);
    await ask('/a', named('49.example'), 'GET', '10.0.0.1');
    expect(app).toHaveBeenCalledTimes(52);
  });
});

describe('pages that one address has made', () => {
  it('are limited per minute; cached pages and those of others are not counted', async () => {
    const ask = site(undefined, 3);
    for (const path of ['/a', '/b', '/c']) expect((await ask(path)).status).toBe(200);
    const refused = await ask('/d');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 20]);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toContain('<h1>Too many pages at once</h1>');
    expect((await ask('/a')).status).toBe(200);
    expect((await ask('/d', {}, 'GET', '203.0.113.1')).status).toBe(200);
    expect((await ask('/d')).status).toBe(200);
  });

  it('are made two at a time, and leave others room', async () => {
    const ask = site();
    const open: (() => void)[] = [];
    page = async () => {
      await new Promise<void>((go) => open.push(go));
      return new Response('<p>made</p>', { headers: HTML });
    };
    const flood = Array.from({ length: 40 }, async (_, n) => ask(`/flood?n=${n}`));
    const other = ask('/a', {}, 'GET', '203.0.113.1');
    await eventually(() => expect(open).toHaveLength(3));
    const told = await Promise.all(flood.slice(34));
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 429));
    const letAllGo = setInterval(() => open.splice(0).forEach((go) => go()), 1);
    expect((await other).status).toBe(200);
    const rest = await Promise.all(flood.slice(0, 34));
    clearInterval(letAllGo);
    expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200));
  });
});

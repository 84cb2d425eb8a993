import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono } from 'hono';
import type { Log } from '#backend/log.ts';
import type { Backend } from '#data/backend.ts';
import { contentSecurityPolicy, type PolicySources } from './html.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** What comes with every request into the app. */
export interface PageContext {
  backend: Backend;
  /** The site's address as the visitor wrote it, without a trailing slash. */
  origin: string;
}

/** The built app: TanStack Start's server entry. */
export interface BuiltApp {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>;
}

interface PagesOptions {
  app: BuiltApp;
  /** The backend as the app reaches it on behalf of the visitor at `address`. */
  backendFor(address: string): Backend;
  addressOf(request: Request, peer: string): string;
  originOf(request: Request, peer: string): string;
  /** What the content security policy lets pages reach beside the site itself; null for no policy. */
  policy: PolicySources | null;
  log: Log;
}

const SORRY =
  '<!doctype html><html lang="en-IN"><meta charset="utf-8"><title>Something went wrong</title>' +
  '<h1>Something went wrong</h1><p>This page could not be shown. Please try again in a moment.</p>';

/**
 * Every page of the site, rendered on the server. A page is sent whole, because its content security
 * policy names the hashes of its inline scripts.
 */
export function createPages(options: PagesOptions): Hono<{ Bindings: { peer: string } }> {
  const pages = new Hono<{ Bindings: { peer: string } }>();
  pages.get('*', async (c) => {
    // why: HTML cannot carry a NUL, so an inline script that repeats one would not match its hash.
    if (/%00/i.test(c.req.url)) return c.text('Bad Request', 400);
    const address = options.addressOf(c.req.raw, c.env.peer);
    const { backend, isAway } = watched(options.backendFor(address));
    const origin = options.originOf(c.req.raw, c.env.peer);
    const rendered = await options.app.fetch(c.req.raw, { context: { backend, origin } });
    if (!rendered.headers.get('content-type')?.startsWith('text/html')) {
      if (isAway()) return c.text('Service Unavailable', 503, { 'retry-after': '5' });
      // why: the headers of a redirect cannot be changed, and the site adds its own.
      return new Response(rendered.body, rendered);
    }
    const html = await rendered.text();
    const headers = new Headers(rendered.headers);
    if (options.policy) {
      // why: no script of another's in the back office.
      const chat = c.req.path.startsWith('/ops') ? null : options.policy.chat;
      const policy = contentSecurityPolicy(html, { ...options.policy, chat });
      headers.set('content-security-policy', policy);
    }
    headers.set('cache-control', isAway() ? 'no-store' : 'no-cache');
    headers.set('vary', 'accept-encoding');
    if (isAway()) headers.set('retry-after', '5');
    const { body, encoding } = await compressed(html, c.req.header('accept-encoding') ?? '');
    if (encoding) headers.set('content-encoding', encoding);
    return new Response(body, { status: isAway() ? 503 : rendered.status, headers });
  });
  pages.all('*', (c) => c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }));
  pages.onError((error, c) => {
    options.log('error', 'a page failed to render', {
      path: c.req.path,
      error: String(error.stack),
    });
    return c.html(SORRY, 500);
  });
  return pages;
}

/**
 * A backend that remembers whether it could not answer: a page that lacks its data is shown all the
 * same, but with the status that tells caches and search engines to come back.
 */
function watched(backend: Backend): { backend: Backend; isAway: () => boolean } {
  const ask = backend.fetch ?? fetch;
  let away = false;
  const watching: typeof fetch = async (input, init) => {
    try {
      const answer = await ask(input, init);
      away ||= [502, 503, 504].includes(answer.status);
      return answer;
    } catch (error) {
      away = true;
      throw error;
    }
  };
  return { backend: { ...backend, fetch: watching }, isAway: () => away };
}

async function compressed(html: string, acceptEncoding: string) {
  const accepted = acceptEncoding.replace(/[\w*-]+\s*;\s*q=0(\.0+)?\s*(?=,|$)/gi, '');
  // why: quality 4 costs about as much time as gzip and is a fifth smaller on HTML.
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return { body: await brotli(html, { params }), encoding: 'br' };
  }
  if (/\bgzip\b/.test(accepted)) return { body: await gz(html, { level: 6 }), encoding: 'gzip' };
  return { body: html, encoding: null };
}

import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createBuckets, createFairQueue, type Log, QueueFull } from '#backend';
import type { Backend } from '#data/core/backend.ts';
import type { Connection } from './public-origin.ts';
import { type DatedPages, recordReads } from './dated-pages.ts';
import type { RenderMail } from './messages/email-sender.ts';
import { contentSecurityPolicy, scriptlessPolicy, type PolicySources } from './html.ts';
import type { SiteSettingsReader } from './site-settings.ts';
import type { Made, PageCache } from './page-cache.ts';
import { sorryHeaders, sorryPage } from './plain-page.ts';
import {
  bestEncoding,
  bytesOf,
  entityTag,
  namesTag,
  type Encoding,
  type RenderedPage,
} from './rendered-page.ts';

/** Context of every request to the app. */
export interface PageContext {
  backend: Backend;
  /** The site's origin as the visitor typed it, without a trailing slash. */
  origin: string;
  /** Takes a page as it is. why: a response would turn the text into a stream of bytes and back. */
  send?: (page: string) => void;
}

/** The built app: TanStack Start's server entry, and what renders e-mails. */
export interface BuiltApp {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>;
  renderMail: RenderMail;
}

interface PagesOptions {
  app: Pick<BuiltApp, 'fetch'>;
  /** The backend for rendering on behalf of the visitor at `address`. */
  backendFor(address: string): Backend;
  siteSettings: SiteSettingsReader;
  addressOf(request: Request, peer: string): string;
  originOf(request: Request, peer: string): string;
  /** Whether an origin is the site's own; others get no pages. */
  isOwn(origin: string, connection: Connection): boolean;
  /** Pages rendered for one address per minute. */
  perMinute: number;
  /** Sources for the content security policy; null for no policy. */
  policy: PolicySources | null;
  /** Caches the storefront's pages; null renders each anew. */
  cache: PageCache | null;
  /** Reuses the rendering of pages with rental dates; null renders each anew. */
  datedPages: DatedPages | null;
  log: Log;
}

type PagesEnv = {
  Bindings: { connection: Connection };
  /** The visitor's address, and the site's origin. */
  Variables: { address: string; origin: string };
};

/** why: rendering occupies the process's single thread, which serves everybody. */
const AT_ONCE = { running: 8, runningOfOne: 2, waiting: 256, waitingOfOne: 32 };

const failedPage = (path: string) =>
  sorryPage(
    'Something went wrong',
    'The fault is ours: this page could not be shown. Please try again in a moment.',
    path,
  );
const TOO_MANY = sorryPage(
  'Too many pages at once',
  'Your address asks for more pages than this site can make for one. Please try again in a moment.',
  '/',
);
const NOT_HERE =
  'This site does not answer to this name. If it should, whoever runs it can add the name to PUBLIC_HOSTS.\n';

/** Parameters of an address with the dates of a rental. */
const DATES = ['from', 'to'];

/** The form of an enquiry for one item; without scripts, and new for each visit. */
const ENQUIRE_PATH = '/enquire';

/** Pages of the storefront with a form that is posted without a script. */
const FORM_PATHS = ['/contact', ENQUIRE_PATH];
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Maximum form in bytes: each character of a message of maximum length may take 12. */
const LARGEST_FORM = 64 * 1024;

/** Pages of a customer's link: its secret is in the address, they have no scripts, and nothing stores them. */
const LINK_PATHS = ['/quote', '/invoice', '/enquiry'];

/** Pages without any script, which nothing stores. */
const SCRIPTLESS_PATHS = new Set([...LINK_PATHS, ENQUIRE_PATH]);

/** Maximum form in bytes: an answer has a text for each line of a quote. */
const LARGEST_ANSWER = 512 * 1024;

/**
 * Renders every page of the site on the server. A page is sent whole, because its content security
 * policy lists the hashes of its inline scripts. The app receives nothing of a request but its
 * address, so a page is the same for all visitors. A posted form is never cached, and is only
 * accepted from a page of the site, or with the secret of a link.
 */
export function createPages(options: PagesOptions): Hono<PagesEnv> {
  const pages = new Hono<PagesEnv>();
  const limited = limitMaking(options.perMinute);
  const visitorsPage = async (url: URL, address: string, encoding: Encoding): Promise<Made> => {
    const { cache, datedPages } = options;
    if (previewOf(url)) return limited(address, () => render(options, url, address));
    if (datedPages && DATES.some((date) => url.searchParams.has(date))) {
      const ask = options.backendFor(address).fetch ?? fetch;
      const make = async () => {
        const recorder = recordReads(ask);
        const made = await limited(address, () =>
          render(options, url, address, { ask: recorder.ask }),
        );
        return { made, reads: recorder.reads() };
      };
      const { values } = await options.siteSettings();
      return datedPages(url, encoding, ask, make, JSON.stringify(values));
    }
    const make = () => limited(address, () => render(options, url, address));
    return cache ? cache(url, encoding, make) : make();
  };
  pages.use(async (c, next) => {
    const { connection } = c.env;
    const peer = connection.remoteAddress ?? '';
    const origin = options.originOf(c.req.raw, peer);
    if (!options.isOwn(origin, connection)) return c.text(NOT_HERE, 421);
    c.set('origin', origin);
    c.set('address', options.addressOf(c.req.raw, peer));
    return next();
  });
  pages.get('*', async (c) => {
    // why: HTML parsers replace NUL, so an inline script that contains one would not match its hash.
    if (/%00/i.test(c.req.url)) return c.text('Bad Request', 400);
    const { pathname, search } = new URL(c.req.url);
    const url = new URL(c.get('origin') + pathname + search);
    const address = c.get('address');
    const isUnshared = /^\/ops(\/|$)/.test(pathname) || SCRIPTLESS_PATHS.has(pathname);
    const encoding = bestEncoding(c.req.header('accept-encoding') ?? '');
    const ask = askFromLink(options, c);
    const made = await (isUnshared
      ? limited(address, () => render(options, url, address, { ask }))
      : visitorsPage(url, address, encoding));
    return 'page' in made ? answer(c, made.page, encoding) : made.response;
  });
  const answerForm = async (c: Context<PagesEnv>, search = '') => {
    if (!c.req.header('content-type')?.startsWith(FORM_TYPE)) {
      return c.text('Unsupported Media Type', 415);
    }
    const address = c.get('address');
    const url = new URL(c.get('origin') + c.req.path + search);
    const form = await c.req.text();
    const ask = askFromLink(options, c);
    const made = await limited(address, () => render(options, url, address, { ask, form }));
    return 'page' in made ? answer(c, made.page, 'identity') : made.response;
  };
  for (const path of FORM_PATHS) {
    pages.post(
      path,
      csrf({ origin: (origin, c: Context<PagesEnv>) => origin === c.get('origin') }),
      bodyLimit({ maxSize: LARGEST_FORM }),
      async (c) => answerForm(c),
    );
  }
  for (const path of LINK_PATHS) {
    // why without a check of the origin: a browser sends 'null' from a page without referrer, and only the secret in
    // the address gives a right to answer, never a cookie.
    pages.post(path, bodyLimit({ maxSize: LARGEST_ANSWER }), async (c) =>
      answerForm(c, new URL(c.req.url).search),
    );
  }
  pages.all('*', (c) => c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }));
  pages.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    options.log('error', 'a page failed to render', {
      path: c.req.path,
      error: String(error.stack),
    });
    const page = failedPage(c.req.path);
    return c.body(page, 500, sorryHeaders(page));
  });
  return pages;
}

/**
 * The backend's fetch for the page of a link, which says whether another site had the address opened: the database does
 * not count such wrong links. Undefined for other pages.
 */
function askFromLink(options: PagesOptions, c: Context<PagesEnv>): typeof fetch | undefined {
  const site = c.req.header('sec-fetch-site');
  if (site !== 'cross-site' || !LINK_PATHS.includes(c.req.path)) return undefined;
  const { fetch: ask = fetch } = options.backendFor(c.get('address'));
  return async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('sec-fetch-site', site);
    return ask(request);
  };
}

/** Queues renderings, and limits them per address and minute; beyond that the response is 429. */
function limitMaking(perMinute: number) {
  const waitOf = createBuckets(perMinute);
  const queue = createFairQueue(AT_ONCE);
  const refuse = (seconds: number): Made => {
    const headers = { ...sorryHeaders(TOO_MANY), 'retry-after': String(seconds) };
    return { response: new Response(TOO_MANY, { status: 429, headers }) };
  };
  return async (address: string, make: () => Promise<Made>): Promise<Made> => {
    const wait = waitOf(address);
    if (wait > 0) return refuse(wait);
    return queue.run(address, make).catch((error: unknown) => {
      if (error instanceof QueueFull) return refuse(5);
      throw error;
    });
  };
}

/** Sends a page, or 304 when the browser's copy is current. */
async function answer(c: Context<PagesEnv>, page: RenderedPage, encoding: Encoding) {
  const { status, headers } = page;
  if (headers['etag'] && namesTag(c.req.header('if-none-match'), headers['etag'])) {
    return new Response(null, { status: 304, headers });
  }
  const body = await bytesOf(page, encoding);
  const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  const length = { 'content-length': String(body.length) };
  return new Response(body, { status, headers: { ...headers, ...encoded, ...length } });
}

/** The secret of a preview link in an address, or null. */
const previewOf = (url: URL) => /[?&]preview=([\da-f]{64})(&|$)/.exec(url.search)?.[1] ?? null;

/**
 * Renders the page at `url` on behalf of the visitor at `address`.
 * @param ask replaces the backend's fetch
 * @param form body of a posted form
 */
async function render(
  options: PagesOptions,
  url: URL,
  address: string,
  { ask, form }: { ask?: typeof fetch | undefined; form?: string } = {},
): Promise<Made> {
  const { backend, isCurrent, trouble } = await watchedBackend(options, url, address, ask);
  const posted = form !== undefined && { method: 'POST', body: form };
  const asked = { accept: 'text/html', ...(posted && { 'content-type': FORM_TYPE }) };
  const request = new Request(url, { headers: asked, ...posted });
  let sent: string | undefined;
  const send = (page: string) => void (sent = page);
  const rendered = await options.app.fetch(request, {
    context: { backend, origin: url.origin, send },
  });
  // why: a form page reports its own result.
  const failed = posted ? null : trouble();
  if (!rendered.headers.get('content-type')?.startsWith('text/html')) {
    // why: the framework's own answer to a fault is no page.
    if (rendered.status === 500) throw new Error(await rendered.text());
    if (!failed) return { response: new Response(rendered.body, rendered) };
    const headers = { 'retry-after': failed.retryAfter };
    return { response: new Response('Service Unavailable', { status: failed.status, headers }) };
  }
  const html = sent ?? (await rendered.text());
  const bytes = Buffer.from(html);
  const headers: Record<string, string> = {
    ...Object.fromEntries(rendered.headers),
    'cache-control':
      failed || !isCurrent ? 'no-store' : (rendered.headers.get('cache-control') ?? 'no-cache'),
    vary: 'accept-encoding',
  };
  const isBackOffice = url.pathname.startsWith('/ops');
  const isPreview = previewOf(url) !== null;
  if (options.policy) {
    const isFramed = isPreview && !isBackOffice;
    headers['content-security-policy'] = SCRIPTLESS_PATHS.has(url.pathname)
      ? scriptlessPolicy(html, {
          ...options.policy,
          isFramed: headers['x-frame-options'] === 'SAMEORIGIN',
        })
      : contentSecurityPolicy(html, {
          ...options.policy,
          // why: no third-party scripts in the back office.
          chat: isBackOffice ? null : options.policy.chat,
          // why: what reads labels by camera is WebAssembly. All of the back office, as the policy of the first page
          // holds for those that are opened from it.
          runsWasm: isBackOffice,
          isFramed,
        });
  }
  if (failed) headers['retry-after'] = failed.retryAfter;
  if (isPreview) Object.assign(headers, PREVIEW_HEADERS);
  // why: the editor of texts shows previews in a frame.
  if (isPreview && !isBackOffice) headers['x-frame-options'] = 'SAMEORIGIN';
  const status = (failed?.status ?? rendered.status) as ContentfulStatusCode;
  const isWhole = status === 200 && headers['cache-control'] === 'no-cache';
  if (isWhole) headers['etag'] = entityTag(bytes, headers['content-security-policy'] ?? '');
  return { page: { status, headers, forms: { identity: bytes } }, isWhole };
}

/** Headers of a page with drafts: no copy, no index, no address passed on. */
const PREVIEW_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** The backend of a page with the site-wide settings; see {@link watched}. */
async function watchedBackend(
  options: PagesOptions,
  url: URL,
  address: string,
  ask?: typeof fetch,
) {
  const preview = previewOf(url);
  const { values, isCurrent } = await options.siteSettings(
    preview ? { secret: preview, address } : null,
  );
  const visitors = options.backendFor(address);
  const config = {
    ...visitors.config,
    // why not an empty object: pages of a studio without settings stay as they are.
    ...(Object.keys(values).length > 0 && { settings: values }),
    ...(preview && { preview }),
  };
  return { isCurrent, ...watched({ ...visitors, config, ...(ask && { fetch: ask }) }) };
}

/** The response status when a page could not read its data. */
interface Trouble {
  status: 400 | 429 | 503;
  /** Seconds. */
  retryAfter: string;
}

/**
 * Wraps a backend to record failed reads: a page without its data is still sent, but with a status
 * that tells search engines to retry (503, 429) or that the address is invalid (400).
 */
function watched(backend: Backend): { backend: Backend; trouble: () => Trouble | null } {
  const ask = backend.fetch ?? fetch;
  let worst: Trouble | null = null;
  const note = (status: Trouble['status'], retryAfter: string | null) => {
    if (status > (worst?.status ?? 0)) worst = { status, retryAfter: retryAfter ?? '5' };
  };
  const watching: typeof fetch = async (input, init) => {
    try {
      const answered = await ask(input, init);
      const { status, headers } = answered;
      if (status === 400 || status === 429) note(status, headers.get('retry-after'));
      else if (status > 400) note(503, headers.get('retry-after'));
      return answered;
    } catch (error) {
      note(503, null);
      throw error;
    }
  };
  const onWrongShape = () => note(503, null);
  return { backend: { ...backend, fetch: watching, onWrongShape }, trouble: () => worst };
}

import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { createBuckets, createFairQueue, type Log, QueueFull } from '#backend';
import type { Connection } from './public-origin.ts';
import { type DatedPages, recordReads } from './dated-pages.ts';
import type { Made, PageCache } from './page-cache.ts';
import { sorryHeaders, sorryPage } from './plain-page.ts';
import {
  ENQUIRE_PATH,
  FORM_TYPE,
  LINK_PATHS,
  previewOf,
  renderPage,
  SCRIPTLESS_PATHS,
  type RenderOptions,
} from './render-page.ts';
import {
  bestEncoding,
  bytesOf,
  namesTag,
  type Encoding,
  type RenderedPage,
} from './rendered-page.ts';

interface PagesOptions extends RenderOptions {
  addressOf(request: Request, peer: string): string;
  originOf(request: Request, peer: string): string;
  /** Whether an origin is the site's own; others get no pages. */
  isOwn(origin: string, connection: Connection): boolean;
  /** Pages rendered for one address per minute. */
  perMinute: number;
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

/** Pages of the storefront with a form that is posted without a script. */
const FORM_PATHS = ['/contact', ENQUIRE_PATH];

/** Maximum form in bytes: each character of a message of maximum length may take 12. */
const LARGEST_FORM = 64 * 1024;

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
    if (previewOf(url)) return limited(address, () => renderPage(options, url, address));
    if (datedPages && DATES.some((date) => url.searchParams.has(date))) {
      const ask = options.backendFor(address).fetch ?? fetch;
      const make = async () => {
        const recorder = recordReads(ask);
        const made = await limited(address, () =>
          renderPage(options, url, address, { ask: recorder.ask }),
        );
        return { made, reads: recorder.reads() };
      };
      const { values } = await options.siteSettings();
      return datedPages(url, encoding, ask, make, JSON.stringify(values));
    }
    const make = () => limited(address, () => renderPage(options, url, address));
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
      ? limited(address, () => renderPage(options, url, address, { ask }))
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
    const made = await limited(address, () => renderPage(options, url, address, { ask, form }));
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

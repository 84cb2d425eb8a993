import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { chatProvider } from '#config/chat';
import { clientAddress, type Log, type LogLevel, parseProxies } from '#backend';
import type { Backend } from '#data/core/backend.ts';
import { createBackupRoute } from './backup/backup-route.ts';
import { createBackOfficeApp } from './back-office-app.ts';
import { brandStyles } from './brand.ts';
import { createDatedPages } from './dated-pages.ts';
import { createDocumentRoutes, type DocumentCaller } from './documents/document-routes.ts';
import { createLogos } from './documents/logo.ts';
import { createPdfPrinter } from './documents/pdf-printer.ts';
import { createPrint, type PrintDocument } from './documents/print-document.ts';
import { createFaultReports } from './fault-reports.ts';
import { tighten } from './headers.ts';
import type { Home } from './home.ts';
import type { ChatSources } from './html.ts';
import { createMessageRoutes } from './messages/message-routes.ts';
import type { Messages } from './messages/messages.ts';
import { createMetrics } from './metrics.ts';
import { createOperations } from './operations.ts';
import { createPageCache } from './page-cache.ts';
import { createPages } from './pages.ts';
import type { BuiltApp } from './render-page.ts';
import { isOwnOrigin, publicOrigin } from './public-origin.ts';
import { watchRequests } from './requests.ts';
import { createSiteSettings, type SiteSettingsReader } from './site-settings.ts';

const CLIENT = join(import.meta.dirname, '../dist/client');
const GATEWAY_PATHS = ['auth', 'rest', 'storage', 'functions', 'realtime'];

/** Origin of requests to the gateway in this process, and the address that it counts the process's own under. */
const IN_PROCESS = 'http://gateway.internal';
const OWN_ADDRESS = '127.0.0.1';

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Hono bindings of an HTTP request. */
export interface Bindings {
  incoming: IncomingMessage;
}

interface SiteOptions {
  home: Pick<
    Home,
    'config' | 'gateway' | 'catalogueVersion' | 'readinessProblem' | 'load' | 'makeBackup'
  >;
  app: Pick<BuiltApp, 'fetch'>;
  siteSettings: SiteSettingsReader;
  messages: Messages;
  trustedProxies: string[];
  /** Host names of the site, with a port unless it is the default; empty: see isOwnOrigin. */
  publicHosts: string[];
  /** Pages rendered for one address per minute; cached ones are not counted. */
  pagesPerMinute: number;
  /** Address of the chat provider's script; null without one. */
  chatScriptUrl: string | null;
  /** Whether pages have a content security policy. */
  withPolicy: boolean;
  /** Whether the back office can be installed as an app; false removes its service worker. */
  withBackOfficeApp: boolean;
  print: PrintDocument;
  /** Bearer token for /metrics; undefined turns it off. */
  metricsToken: string | undefined;
  log: Log;
  /** Log level of a successful request. */
  requestLevel: LogLevel;
}

/** Reads the site-wide settings of a home. */
export const settingsOf = (
  { gateway, config, catalogueVersion: version }: SiteOptions['home'],
  log: Log,
): SiteSettingsReader =>
  createSiteSettings({
    ask: async (request, address = OWN_ADDRESS) =>
      gateway ? gateway.fetch(request, { address, isPage: true }) : fetch(request),
    origin: config.url ?? IN_PROCESS,
    anonKey: config.anonKey,
    version,
    log,
  });

/** Prints documents with the logo of a home's studio. */
export const printOf = ({ gateway, config }: SiteOptions['home'], log: Log): PrintDocument =>
  createPrint(
    createPdfPrinter(),
    createLogos(async (path, signal) => {
      if (!path.startsWith('/storage/')) return new Response(await readFile(join(CLIENT, path)));
      const request = new Request((config.url ?? IN_PROCESS) + path, { signal });
      return gateway
        ? gateway.fetch(request, { address: OWN_ADDRESS, isPage: true })
        : fetch(request);
    }, log),
  );

/** The whole site as one Hono app: gateway, built assets, and pages for every other path. */
export function createSite(options: SiteOptions): Hono<{ Bindings: Bindings }> {
  const { home, log } = options;
  const { gateway, config, catalogueVersion: version } = home;
  const { siteSettings, messages } = options;
  const proxies = parseProxies(options.trustedProxies);
  const site = new Hono<{ Bindings: Bindings }>();
  const peerOf = (bindings: Bindings) => bindings.incoming.socket.remoteAddress ?? '';

  const addressOf = (request: Request, peer: string) =>
    clientAddress(peer, request.headers.get('x-forwarded-for'), proxies);
  const call = async (
    name: string,
    args: object,
    { address, authorization, from }: DocumentCaller,
  ) => {
    const { fetch: ask = fetch, origin } = backendFor(options, address);
    return ask(`${origin}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: config.anonKey,
        'content-type': 'application/json',
        ...(authorization !== null && { authorization }),
        ...(from !== undefined && { 'sec-fetch-site': from }),
      },
      body: JSON.stringify(args),
    });
  };

  const callAs = async (request: Request, peer: string, name: string, args: object) => {
    const authorization = request.headers.get('authorization') ?? '';
    return call(name, args, { address: addressOf(request, peer), authorization });
  };

  const metrics = options.metricsToken === undefined ? null : createMetrics(home.load, messages);
  site.use(watchRequests(log, metrics, options.requestLevel));
  site.use(tighten);
  site.route('/', createOperations({ home, metrics, metricsToken: options.metricsToken, log }));
  site.route('/', createBackOfficeApp({ siteSettings, isOn: options.withBackOfficeApp }));
  for (const path of GATEWAY_PATHS) {
    site.all(`/${path}/v1/*`, (c) => {
      if (!gateway) return c.json({ message: 'Not found' }, 404);
      const peer = peerOf(c.env);
      const address = clientAddress(peer, c.req.header('x-forwarded-for') ?? null, proxies);
      return gateway.fetch(c.req.raw, { address });
    });
  }
  site.route(
    '/',
    createBackupRoute({
      makeBackup: home.makeBackup,
      isOwnPage: (request, peer) =>
        request.headers.get('origin') === publicOrigin(request, peer, proxies),
      callAs,
      log,
    }),
  );
  site.route('/', createMessageRoutes({ messages, callAs }));
  site.route('/', createFaultReports({ addressOf, log }));
  site.route(
    '/',
    createDocumentRoutes({
      print: options.print,
      call,
      addressOf,
      perMinute: options.pagesPerMinute,
      log,
    }),
  );
  site.use(
    '/assets/*',
    async (c, next) => {
      await next();
      if (c.res.ok) c.header('cache-control', IMMUTABLE['cache-control']);
    },
    serveStatic({ root: CLIENT, precompressed: true }),
    async (c) => c.text('Not Found', 404),
  );
  site.use(
    '/pictures/*',
    async (c, next) => {
      await next();
      if (c.res.ok) c.header('cache-control', 'public, max-age=604800');
    },
    serveStatic({ root: CLIENT }),
    async (c) => c.text('Not Found', 404),
  );
  site.get('/brand.css', (c) => {
    const styles = brandStyles(c.req.query('accent') ?? '');
    if (styles === null) return c.text('Not Found', 404);
    return c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8', ...IMMUTABLE });
  });
  site.use('/:file{[^/]+\\.[a-z0-9]+}', serveStatic({ root: CLIENT, precompressed: true }));

  const pages = createPages({
    app: options.app,
    log,
    policy: options.withPolicy
      ? { backend: config.url, chat: chatSources(options.chatScriptUrl) }
      : null,
    // why: in development, pages change with the code too.
    cache: version && options.withPolicy ? createPageCache(version) : null,
    datedPages: options.withPolicy ? createDatedPages() : null,
    addressOf,
    originOf: (request, peer) => publicOrigin(request, peer, proxies),
    isOwn: (origin, connection) => isOwnOrigin(origin, connection, options.publicHosts, proxies),
    perMinute: options.pagesPerMinute,
    siteSettings,
    backendFor: (address) => backendFor(options, address),
  });
  site.all('*', (c) => pages.fetch(c.req.raw, { connection: c.env.incoming.socket }));
  site.onError((error, c) => {
    log('error', 'A request failed', { path: c.req.path, error: String(error.stack) });
    return c.text('Internal Server Error', 500);
  });
  return site;
}

function chatSources(scriptUrl: string | null): ChatSources | null {
  if (!scriptUrl) return null;
  const { origins, writesStyles } = chatProvider;
  return { origins: [new URL(scriptUrl).origin, ...origins], writesStyles };
}

function backendFor({ home, chatScriptUrl }: SiteOptions, address: string): Backend {
  const { gateway } = home;
  const config = { ...home.config, chatScriptUrl };
  if (!gateway) return { config, origin: config.url ?? '' };
  const inProcess: typeof fetch = async (input, init) =>
    gateway.fetch(new Request(input, init), { address, isPage: true });
  return { config, origin: IN_PROCESS, fetch: inProcess };
}

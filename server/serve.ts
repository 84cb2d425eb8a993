import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, BlockList } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { parseProxies, StartError } from '#backend';
import { chatProvider } from '#config/chat';
import { addressOf, createAdmission } from './admission.ts';
import { EnvironmentError, processEnvironment, type Environment } from './environment.ts';
import { refuse, refuseMalformed, securityHeaders, setDefaults } from './headers.ts';
import { openHome, type Home } from './home.ts';
import { createLog, print } from './log.ts';
import { createMessages, type Messages } from './messages/messages.ts';
import type { BuiltApp } from './render-page.ts';
import { usesTls } from './public-origin.ts';
import { createSite, printOf, settingsOf } from './site.ts';
import { closeUnread } from './unread-bodies.ts';

// why: the whole shutdown must fit into 5 s, PostgreSQL's included.
const DRAIN_MS = 3000;

/** The app to serve, and the development server's hooks. */
export interface Served {
  app: BuiltApp;
  /** Wraps the site's listener, to serve the development server's paths. */
  wrap?: (site: RequestListener) => RequestListener;
  /** The development server injects inline code that a content security policy would block. */
  withoutPolicy?: boolean;
  /** Whether e-mails are written into a folder when there is no mail server. */
  writesMails?: boolean;
  close?: () => Promise<void>;
}

/**
 * Runs the site until SIGINT or SIGTERM: reads the environment, opens the home, listens, and prints
 * the address. When it cannot start, the process ends with one line; when a signal stops the start,
 * it leaves nothing behind.
 */
export async function serve(load: () => Promise<Served>): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) print('Stopping …');
      stopping.abort();
    });
  }
  try {
    const env = processEnvironment();
    const log = createLog(env.LOG_LEVEL);
    await checkPort(env);
    const [home, served] = await Promise.all([openHome(env, log, stopping.signal), load()]);
    const siteSettings = settingsOf(home, log);
    const print = printOf(home, log);
    const messages = createMessages({
      outbox: home.outbox,
      smtp: env.SMTP_URL ?? null,
      folder: env.MAIL_FOLDER ?? (served.writesMails ? join(env.DATA_DIR, 'mail') : null),
      pushServices: env.BACK_OFFICE_APP === 'on' ? env.PUSH_SERVICES : null,
      render: served.app.renderMail,
      print,
      settings: async () => (await siteSettings()).values,
      log,
    });
    const site = createSite({
      home,
      app: served.app,
      siteSettings,
      messages,
      print,
      trustedProxies: env.TRUSTED_PROXIES,
      publicHosts: env.PUBLIC_HOSTS,
      pagesPerMinute: env.LIMIT_PAGES,
      chatScriptUrl: env.CHAT_SCRIPT_URL ?? chatProvider.scriptUrl,
      withPolicy: !served.withoutPolicy,
      withBackOfficeApp: env.BACK_OFFICE_APP === 'on',
      metricsToken: env.METRICS_TOKEN,
      log,
      // why: at a terminal, request lines would bury the start-up messages.
      requestLevel: process.stderr.isTTY ? 'debug' : 'info',
    });
    const proxies = parseProxies(env.TRUSTED_PROXIES);
    const isTls = ({ headers, socket }: IncomingMessage) =>
      usesTls(
        headers['x-forwarded-proto']?.toString() ?? null,
        socket.remoteAddress ?? '',
        proxies,
      );
    const answer = getRequestListener(site.fetch, { overrideGlobalObjects: false });
    // why: a browser or curl that offers HTTP/2 sends an ordinary request.
    const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
      headers.upgrade?.toLowerCase() === 'websocket';
    // why: Node's own 400 for a missing Host lacks our headers; the site refuses these requests
    // too.
    const options = { shouldUpgradeCallback, requireHostHeader: false };
    const server = createServer(options);
    const admit = createAdmission(server, proxies);
    const listener: RequestListener = (request, response) => {
      setDefaults(response, isTls(request), !served.withoutPolicy);
      closeUnread(request, response);
      admit(request, response, () => void answer(request, response));
    };
    server.on('request', served.wrap?.(listener) ?? listener);
    server.on('checkExpectation', (request, response) => {
      setDefaults(response, isTls(request), !served.withoutPolicy);
      response.writeHead(417).end();
    });
    server.on('clientError', refuseMalformed);
    server.on('upgrade', upgradeTo(home, proxies, isTls));
    await listen(server, env).catch(async (error: unknown) => {
      await home.close();
      throw error;
    });
    const origin = announce(server, env, home);
    const [publicHost] = env.PUBLIC_HOSTS;
    messages.start(publicHost === undefined ? origin : `https://${publicHost}`);
    const stop = () => void shutDown(server, home, served, messages);
    if (stopping.signal.aborted) stop();
    else stopping.signal.addEventListener('abort', stop);
  } catch (error) {
    // why: Ctrl-C also ends child processes, whose exit may be seen before our own signal handler
    // runs.
    await nextTurn();
    if (stopping.signal.aborted) endStopped();
    const known = error instanceof EnvironmentError || error instanceof StartError;
    process.stderr.write(`${known ? error.message : `Cannot start: ${String(error)}`}\n`);
    process.exit(1);
  }
}

/** Passes WebSocket upgrades to the home; without live changes they are refused. */
function upgradeTo(
  { realtime }: Home,
  proxies: BlockList,
  isTls: (request: IncomingMessage) => boolean,
) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const no = (status: number) => refuse(socket, status, securityHeaders(isTls(request)));
    if (!realtime) return no(404);
    const address = addressOf(request, proxies);
    realtime.upgrade(request, socket, head, { address, refuse: no });
  };
}

/** why: a start on a busy port fails before it creates a database or a password. */
async function checkPort(env: Environment): Promise<void> {
  const server = createServer();
  await listen(server, env);
  server.close();
  await once(server, 'close');
}

function listen(server: Server, env: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const line =
        error.code === 'EADDRINUSE'
          ? `PORT ${env.PORT} is in use: stop what uses it, or set PORT to another.`
          : `Cannot listen on HOST ${env.HOST}, PORT ${env.PORT} (${error.code}).`;
      reject(new StartError(line));
    });
    server.listen(env.PORT, env.HOST, resolve);
  });
}

/** Prints where the site listens; returns its address. */
function announce(server: Server, env: Environment, home: Home): string {
  const { port } = server.address() as AddressInfo;
  const origin = `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}`;
  print(`Studio Rental is ready: ${origin}`);
  print(`  ${home.place}`);
  for (const line of signInLines(home, origin)) print(line);
  return origin;
}

function signInLines({ firstAdmin }: Home, origin: string): string[] {
  if (firstAdmin === null) return [];
  const title = `Back office: ${origin}/ops`;
  if (firstAdmin === 'none') {
    return [title, '  there is no admin yet: npm run staff -- add EMAIL --role admin'];
  }
  const { email, password, file } = firstAdmin;
  const signIn = `  sign in as ${email}`;
  if (password) return [title, `${signIn} with the password ${password}`, `  (kept in ${file})`];
  if (file) return [title, `${signIn}; the password is in ${file}`];
  return [title, `${signIn} (a new password: npm run staff -- password ${email})`];
}

/** Stops accepting requests, lets those in flight finish, then closes the home. */
async function shutDown(
  server: Server,
  home: Home,
  served: Served,
  messages: Messages,
): Promise<void> {
  home.realtime?.close();
  const finished = messages.stop();
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
  await finished;
  await served.close?.();
  await home.close();
  endStopped();
}

function endStopped(): never {
  print('Stopped.');
  process.exit(0);
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { MigrationError } from '#backend/postgres/migrate.ts';
import { StartError } from '#backend/postgres/start-error.ts';
import { EnvironmentError, readEnvironment, type Environment } from './environment.ts';
import { openHome, type Home } from './home.ts';
import { createLog, tell } from './log.ts';
import type { BuiltApp } from './pages.ts';
import { createSite } from './site.ts';
import { libraryStyleHashes } from './library-styles.ts';

const DRAIN_MS = 4000;
const APP = '../dist/server/server.js';

async function start(): Promise<void> {
  const env = readEnvironment(process.env);
  const log = createLog(env.LOG_LEVEL);
  const [home, app] = await Promise.all([openHome(env, log), loadApp()]);
  const styleHashes = await libraryStyleHashes();
  const site = createSite({ home, app, trustedProxies: env.TRUSTED_PROXIES, styleHashes, log });
  const server = createAdaptorServer({
    fetch: site.fetch,
    createServer,
    overrideGlobalObjects: false,
  }) as Server;
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= shutDown(server, home));
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  try {
    await listen(server, env);
  } catch (error) {
    await home.close();
    throw error;
  }
  announce(server, env, home);
}

async function loadApp(): Promise<BuiltApp> {
  const entry = (await import(APP)) as { default: BuiltApp };
  return entry.default;
}

function listen(server: Server, env: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`PORT ${env.PORT} is in use; stop what uses it or set PORT to another.`)
          : new StartError(`Cannot listen on HOST ${env.HOST}, PORT ${env.PORT}: ${error.code}.`),
      );
    });
    server.listen(env.PORT, env.HOST, resolve);
  });
}

function announce(server: Server, env: Environment, home: Home): void {
  const { port } = server.address() as AddressInfo;
  const origin = `http://${env.HOST}:${port}`;
  tell(`Studio Rental is ready: ${origin}`);
  if (!home.firstAdmin) return;
  const { email, password, file } = home.firstAdmin;
  tell(`Back office: ${origin}/ops`);
  tell(file ? `  sign in as ${email} with password ${password}` : `  sign in as ${email}`);
  if (file) tell(`  (shown once; kept in ${file})`);
}

/** Stops taking requests, lets those in flight finish, then closes the home. */
async function shutDown(server: Server, home: Home): Promise<void> {
  tell('Stopping …');
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
  await home.close();
  tell('Stopped.');
  process.exit(0);
}

start().catch((error: unknown) => {
  const known = [EnvironmentError, StartError, MigrationError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(
    known ? `${(error as Error).message}\n` : `Cannot start: ${String(error)}\n`,
  );
  process.exit(1);
});

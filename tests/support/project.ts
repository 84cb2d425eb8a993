/**
 * Runs the gateway alone as a stand-in for a Supabase project: migrated, with the demo studio and
 * its pictures, with opaque keys. `DATA_DIR` is its folder, `PORT` its port.
 */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createGateway } from '#backend/gateway.ts';
import { loadKeys, type Keys } from '#backend/core/keys.ts';
import { silent } from '#backend/core/log.ts';
import { openDatabase } from '#backend/postgres/database.ts';
import { startEmbedded } from '#backend/postgres/embedded.ts';
import { migrate } from '#backend/postgres/migrate.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { applyDemoData } from '#server/demo-data.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { PUBLISHABLE_KEY, SECRET_KEY } from './project-keys.ts';

const folder = process.env['DATA_DIR'] ?? '';
mkdirSync(folder, { recursive: true });
const server = await startEmbedded({ dataDir: folder, log: silent });
const db = await openDatabase(server.owner);
await migrate(db.owner, MIGRATIONS);
const store = createDiskStore(join(folder, 'storage'));
await applyDemoData(db.owner, store);
const keys = await loadKeys(db.owner, {});
const gateway = createGateway({
  db,
  keys,
  store,
  cacheRoot: join(folder, 'cache'),
  trustedProxies: [],
  log: silent,
});

/**
 * Maps opaque keys to JWTs, as Supabase's API gateway does: alone, or repeated as the bearer token.
 */
function withJwt(request: Request, { anonKey, serviceKey }: Keys): Request {
  const jwtOf = new Map([
    [PUBLISHABLE_KEY, anonKey],
    [SECRET_KEY, serviceKey],
  ]);
  const headers = new Headers(request.headers);
  const opaque = headers.get('apikey') ?? '';
  const jwt = jwtOf.get(opaque);
  if (jwt) {
    headers.set('apikey', jwt);
    if (headers.get('authorization') === `Bearer ${opaque}`) {
      headers.set('authorization', `Bearer ${jwt}`);
    }
  }
  return new Request(request, { headers });
}

const listening = serve(
  {
    fetch: (request, bindings) => gateway.fetch(withJwt(request, keys), bindings),
    port: Number(process.env['PORT'] ?? 0),
    hostname: '127.0.0.1',
  },
  (address: AddressInfo) => process.stdout.write(`is ready: http://127.0.0.1:${address.port}\n`),
);

async function stop(): Promise<void> {
  listening.close();
  if ('closeAllConnections' in listening) listening.closeAllConnections();
  await db.close();
  await server.stop();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());

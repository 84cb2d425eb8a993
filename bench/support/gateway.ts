/**
 * Runs a gateway as a separate process over the database in BENCH_DATABASE; prints its address and
 * key.
 */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type ConnectionOptions, openDatabase } from '#backend';
import { createDiskStore, createGateway, loadKeys } from '#backend/api';

const database = JSON.parse(process.env['BENCH_DATABASE'] ?? '') as ConnectionOptions;
const db = await openDatabase(database);
const keys = await loadKeys(db.owner, {});
const folder = join(tmpdir(), `studio-bench-${process.pid}`);
const app = createGateway({
  db,
  keys,
  store: createDiskStore(join(folder, 'objects')),
  cacheRoot: join(folder, 'cache'),
  trustedProxies: [],
  limits: { requests: 1_000_000 },
  log: () => {},
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, anonKey: keys.anonKey });
});

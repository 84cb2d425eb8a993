import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { createUser } from '#backend/auth/users.ts';
import { createGateway } from '#backend/gateway.ts';
import { loadKeys, type Keys } from '#backend/core/keys.ts';
import type { Limits } from '#backend/core/limits.ts';
import type { Log } from '#backend/core/log.ts';
import {
  createFunctions,
  type Functions,
  type FunctionsOptions,
} from '#backend/functions/functions.ts';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import type { Database } from '#backend/postgres/database.ts';
import { createRealtime, type Realtime } from '#backend/realtime/realtime.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import type { ObjectStore } from '#backend/storage/store.ts';
import { useDatabase, type Contents } from './database.ts';

export type StaffRole = 'admin' | 'crm_user' | 'inventory_user' | 'storekeeper';
export type Account = { id: string; email: string; password: string };

/** A running gateway over a test database. Its parts are only available inside tests and hooks. */
export type TestGateway = {
  /** The gateway's log, line by line. */
  said: string[];
  /** `http://127.0.0.1:<port>`, the URL for createClient. */
  url: string;
  anonKey: string;
  serviceKey: string;
  keys: Keys;
  db: Database;
  /** Connection options of the same database, for another pool. */
  owner: ConnectionOptions;
  /** Folder of the stored objects; test files go to `<bucket>/<name>`. */
  storageRoot: string;
  /** Adds an account that can sign in; with a role, also its staff profile. */
  createStaff(role: StaffRole | null): Promise<Account>;
  /**
   * supabase-js on this gateway, with the anon key or the given one, without stored sessions and
   * timers.
   */
  client(key?: string): SupabaseClient;
};

/** The product's functions and their configuration. */
export const FUNCTIONS = {
  folder: join(import.meta.dirname, '../../supabase/functions'),
  config: join(import.meta.dirname, '../../supabase/config.toml'),
};

/**
 * Serves the real gateway over HTTP on a free port, with the test file's own database, and stops it
 * afterwards. Call it at the top of the file. The local machine is a trusted proxy, so that a test
 * can use any client address by sending X-Forwarded-For. `limits` override the defaults; objects
 * are stored on disk unless `makeStore` differs; `functions` says which it serves.
 */
export function useGateway(
  contents: Contents = {},
  limits: Partial<Limits> = {},
  makeStore: (storageRoot: string) => ObjectStore = createDiskStore,
  functions: () => Omit<FunctionsOptions, 'keys' | 'log'> = () => FUNCTIONS,
): TestGateway {
  const database = useDatabase(contents);
  const started: {
    server: ServerType;
    realtime: Realtime;
    gateway: TestGateway;
    folder: string;
    functions: Functions;
  }[] = [];

  beforeAll(async () => {
    const { db } = database;
    const folder = mkdtempSync(join(tmpdir(), 'studio-gateway-'));
    const storageRoot = join(folder, 'objects');
    const keys = await loadKeys(db.owner, {});
    const said: string[] = [];
    const log: Log = (...line) => said.push(JSON.stringify(line));
    const realtime = await createRealtime({ db, keys, log });
    const served = createFunctions({ ...functions(), keys, log });
    const app = createGateway({
      db,
      keys,
      store: makeStore(storageRoot),
      cacheRoot: join(folder, 'cache'),
      trustedProxies: ['127.0.0.1'],
      limits,
      functions: served,
      log,
    });
    const server = await new Promise<ServerType>((ready) => {
      const made = serve(
        { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
        () => ready(made),
      );
    });
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      realtime.upgrade(request, socket, head, {
        address: request.headers['x-forwarded-for']?.toString() ?? '127.0.0.1',
        refuse: (status) => socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`),
      }),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const auth = { persistSession: false, autoRefreshToken: false };
    const gateway: TestGateway = {
      said,
      url,
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      keys,
      db,
      owner: database.owner,
      storageRoot,
      createStaff: (role) => createStaff(db, role),
      client: (key = keys.anonKey) => createClient(url, key, { auth }),
    };
    started.push({ server, realtime, gateway, folder, functions: served });
  });
  afterAll(async () => {
    for (const { server, realtime, folder, functions: served } of started) {
      realtime.close();
      await served.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    }
  });

  return new Proxy({} as TestGateway, {
    get: (_, name) => {
      const [running] = started;
      if (!running) throw new Error('The gateway is there inside of tests and hooks only.');
      return running.gateway[name as keyof TestGateway];
    },
  });
}

async function createStaff(db: Database, role: StaffRole | null): Promise<Account> {
  const email = `staff-${crypto.randomUUID()}@example.test`;
  const password = `pass ${crypto.randomUUID()}`;
  // why: a hash as dear as a real one takes longer than most tests.
  const { id } = await createUser(db.owner, { email, password }, 4);
  if (role)
    await db.owner`
      insert into public.user_profiles (id, display_name, role) values (${id}, ${role}, ${role})`;
  return { id, email, password };
}

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionOptions, migrate, openDatabase, openPool, type Sql } from '#backend';
import { createUser } from '#backend/api';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import type { TestServer } from '#tests/support/postgres-server.ts';

const SEED = join(import.meta.dirname, '../../supabase/seed');
const ACCOUNT = { email: 'bench@example.test', password: 'bench password 1' };

/** A studio behind a separate gateway. */
export interface Studio {
  /** The connection to its database. */
  database: ConnectionOptions;
  /**
   * Posts to `/rest/v1/rpc/<name>`, or gets a path of `/rest/v1`, as an admin or a visitor; returns
   * milliseconds and text.
   */
  ask(path: string, body?: object, as?: 'admin' | 'visitor'): Promise<{ ms: number; text: string }>;
  stop(): void;
}

/** Loads the demo studio into an empty database. */
export async function fillDemo(owner: Sql): Promise<void> {
  for (const file of readdirSync(SEED).toSorted()) {
    if (file.endsWith('.sql'))
      await owner.begin((sql) => sql.unsafe(readFileSync(join(SEED, file), 'utf8')).simple());
  }
}

/** Creates a database of this name, filled by `fill`, and a gateway over it. */
export async function openStudio(
  server: TestServer,
  name: string,
  fill: (owner: Sql) => Promise<void>,
): Promise<Studio> {
  const admin = openPool(server.admin, { max: 1, name: 'bench' });
  await admin`create database ${admin(name)} owner ${admin(server.owner.username)}`;
  await admin.end();
  const database = { ...server.owner, database: name };
  const db = await openDatabase(database);
  await migrate(db.owner, MIGRATIONS);
  await fill(db.owner);
  const { id } = await createUser(db.owner, ACCOUNT);
  await db.owner`insert into user_profiles (id, display_name, role) values (${id}, 'Bench', 'admin')`;
  await db.owner`vacuum analyze`;
  await db.close();

  const child = fork(join(import.meta.dirname, 'gateway.ts'), {
    env: { ...process.env, BENCH_DATABASE: JSON.stringify(database) },
  });
  const { url, anonKey } = await told(child);
  const json = { apikey: anonKey, 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(ACCOUNT),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headersOf = { visitor: json, admin: { ...json, authorization: `Bearer ${access_token}` } };
  return {
    database,
    ask: async (path, body, as = 'admin') => {
      const headers = headersOf[as];
      const start = performance.now();
      const answer = await fetch(
        `${url}/rest/v1/${path}`,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      );
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return { ms: performance.now() - start, text };
    },
    stop: () => child.kill(),
  };
}

const told = (child: ChildProcess) =>
  new Promise<{ url: string; anonKey: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; anonKey: string }));
    child.once('exit', () => reject(new Error('The gateway did not start.')));
  });

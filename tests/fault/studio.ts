import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { openPool } from '#backend/postgres/database.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { onTestFailed } from 'vitest';
import { visitor, type Visitor } from './asking.ts';

export const OWNER = { email: 'owner@example.test', password: 'a long enough password' };

/** Environment of the sites under test: limits out of reach of the crowd. */
export const VARIABLES = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  OPS_ADMIN_EMAIL: OWNER.email,
  OPS_ADMIN_PASSWORD: OWNER.password,
  LIMIT_REQUESTS: '1000000',
  LIMIT_PICTURES: '1000000',
  LIMIT_UPLOADS: '1000000',
};

/** A visitor and a staff member of a running site, with their credentials. */
export interface People {
  visitor: Visitor;
  staff: Visitor;
  apikey: string;
  token: string;
}

/** Signs the owner of a site in. */
export async function enter(address: string): Promise<People> {
  const apikey = await anonKeyOf(address);
  const person = (headers: Record<string, string>) => visitor(() => address, apikey, headers);
  const anyone = person({});
  const path = '/auth/v1/token?grant_type=password';
  const { access_token: token } = (await anyone.insist(path, { body: OWNER })).body as {
    access_token: string;
  };
  return { apikey, token, visitor: anyone, staff: person({ authorization: `Bearer ${token}` }) };
}

/** Runs SQL directly on the database of an embedded home, once it is reachable. */
export async function withDatabase<Result>(
  dataDir: string,
  run: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  for (const deadline = performance.now() + 20_000; ; await sleep(100)) {
    const owner = attachEmbedded({ dataDir });
    const sql = owner && openPool(owner, { max: 1, name: 'test' });
    try {
      if (sql) {
        await sql`select 1`;
        return await run(sql);
      }
    } catch (error) {
      const gone = /^(CONN|ECONN|ENOENT|57P0)/.test(String((error as { code?: string }).code));
      if (!gone || performance.now() > deadline) throw error;
    } finally {
      await sql?.end({ timeout: 1 });
    }
    if (performance.now() > deadline) throw new Error('The database does not come back.');
  }
}

/**
 * A catalogue for the crowd: items for visitors, of which enough are free for every order, and four
 * shelves of five props for the editors.
 */
export function fillCatalogue(sql: Sql) {
  return sql.begin(async (tx) => {
    await tx`select private.set_limit(name, null) from private.settings`;
    const items = await tx<{ id: string; price: number }[]>`
      insert into props (name, price, quantity)
      select 'Lamp ' || n, n, 1000000 from generate_series(100, 107) n
      returning id, price::float8`;
    const shelves = await tx<{ name: string; ids: string[] }[]>`
      with put as (
        insert into props (name, description, price) select 'Shelf ' || n || ' 0', 'Shelf ' || n || ' 0', 0
        from generate_series(1, 4) n, generate_series(1, 5) returning id, name
      ) select left(name, -2) as name, array_agg(id) as ids from put group by name order by name`;
    return { items: [...items], shelves: [...shelves] };
  });
}

/** Sites whose output is printed when their test fails. */
export function useTellingSites() {
  const sites = useSites();
  const start: typeof sites.start = (...given) => {
    const site = sites.start(...given);
    onTestFailed(() => void process.stdout.write(site.output().slice(-3000)));
    return site;
  };
  return { ...sites, start };
}

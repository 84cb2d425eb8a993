import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { leaksIn } from '#tests/support/log-leaks.ts';
import { anonKeyOf, useSites, type Site } from '#tests/support/site-process.ts';

/** The built site under attack. Its parts are only available inside tests and hooks. */
export interface AttackedSite {
  /** `http://localhost:<port>` */
  address: string;
  anonKey: string;
  /** The site's signing secret. */
  jwtSecret: string;
  /** The owner's connection to its database. */
  sql: Sql;
  dataDir: string;
  process: Site;
}

/** Limits out of reach, for tests of something else. */
const UNLIMITED = {
  LIMIT_REQUESTS: '1000000',
  LIMIT_PICTURES: '1000000',
  LIMIT_SIGN_INS: '1000000',
  LIMIT_SIGN_INS_ADDRESS: '1000000',
  LIMIT_SIGN_INS_STRANGERS: '1000000',
  LIMIT_UPLOADS: '1000000',
};

/**
 * Runs the built site as a separate process: embedded home, no limits, no demo data unless
 * `variables` set it, behind a trusted proxy on this machine, so that a test can use any client
 * address in X-Forwarded-For. At the end its log must contain no personal data.
 */
export function useAttackedSite(variables: Record<string, string> = {}): AttackedSite {
  const { preparedFolder, start, stopAll } = useSites({ keep: true });
  const running: AttackedSite[] = [];

  beforeAll(async () => {
    const dataDir = await preparedFolder();
    const jwtSecret = randomBytes(32).toString('hex');
    const site = start(dataDir, {
      ...UNLIMITED,
      JWT_SECRET: jwtSecret,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...variables,
    });
    const address = await site.ready;
    const target = attachEmbedded({ dataDir });
    if (!target) throw new Error(`The site did not start:\n${site.output()}`);
    const sql = openPool(target, { max: 2, name: 'attack' });
    await sql`select private.set_limit(name, null) from private.settings`;
    const anonKey = await anonKeyOf(address);
    running.push({ address, anonKey, jwtSecret, sql, dataDir, process: site });
  });
  afterAll(async () => {
    const [attacked] = running;
    await attacked?.sql.end();
    await stopAll();
    const leaks = leaksIn(attacked?.process.log() ?? '');
    if (leaks.length > 0) throw new Error(`The log tells of persons:\n${leaks.join('\n')}`);
  });

  return new Proxy({} as AttackedSite, {
    get: (_, name) => {
      const [site] = running;
      if (!site) throw new Error('The site is there inside of tests and hooks only.');
      return site[name as keyof AttackedSite];
    },
  });
}

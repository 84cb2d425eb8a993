import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { removeEmbedded } from '#backend/postgres/embedded.ts';
import { copyPrepared } from '#tests/support/prepared-data.ts';
import { newScratch } from '#tests/support/scratch.ts';
import { spawnSite, type Site } from '#tests/support/spawn-site.ts';
import { liftLimits, openDatabase } from './database.ts';
import { ADMIN } from './site.ts';
import { test as base } from './test.ts';

/** A site of one test alone, which it can end and start again at the same address and on the same data. */
export interface OwnSite {
  address: string;
  /** Ends the server at once, without any clean-up. */
  kill: () => Promise<void>;
  /** Ends the server as an operator does. */
  stop: () => Promise<void>;
  /** @param program another release, `<folder>/server/main.ts` */
  startAgain: (program?: string) => Promise<void>;
  /** Runs SQL on its database as it is now. */
  query: <Result>(run: (sql: Sql) => Promise<Result>) => Promise<Result>;
}

/**
 * Playwright's `test` on a site of its own, with the first admin of the other tests. Without demo data, unless a test
 * sets `demoData`; `writesMails` writes e-mails into a folder.
 */
export const test = base.extend<{
  site: OwnSite;
  demoData: boolean;
  writesMails: boolean;
  /** Further environment variables of its process. */
  variables: Record<string, string>;
}>({
  demoData: [false, { option: true }],
  writesMails: [false, { option: true }],
  variables: [{}, { option: true }],
  site: [
    async ({ demoData, writesMails, variables }, use) => {
      const dataDir = newScratch('own');
      if (!demoData) {
        chmodSync(dataDir, 0o755);
        await copyPrepared(process.env['PREPARED_FOLDER'] ?? '', dataDir);
      }
      let site: Site;
      const start = async (port = '0', program = 'server/main.ts') => {
        site = spawnSite(program, {
          DATA_DIR: dataDir,
          DEMO_DATA: demoData ? 'on' : 'off',
          HOST: 'localhost',
          PORT: port,
          OPS_ADMIN_EMAIL: ADMIN.email,
          OPS_ADMIN_PASSWORD: ADMIN.password,
          ...(writesMails && { MAIL_FOLDER: join(dataDir, 'mail') }),
          ...variables,
        });
        const address = await site.ready;
        if (!address) throw new Error(`The site did not start:\n${site.output()}`);
        return address;
      };
      const end = async (signal: NodeJS.Signals) => {
        site.process.kill(signal);
        await site.ended;
      };
      const address = await start();
      const query: OwnSite['query'] = async (run) => {
        const sql = openDatabase(dataDir);
        try {
          return await run(sql);
        } finally {
          await sql.end();
        }
      };
      await query(liftLimits);
      await use({
        address,
        kill: async () => end('SIGKILL'),
        stop: async () => end('SIGTERM'),
        startAgain: async (program) => void (await start(new URL(address).port, program)),
        query,
      });
      await end('SIGTERM');
      removeEmbedded({ dataDir });
      rmSync(dataDir, { recursive: true, force: true });
    },
    { timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.address),
});

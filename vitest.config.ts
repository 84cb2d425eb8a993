import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scriptText } from './scripts/script-text.ts';

// why: a process for each file, with its imports, takes a quarter of a second. Tests therefore leave
// nothing behind in their process, and start another one to change its environment.
const SHARED_WORKERS = { isolate: false };

/** Files that run on one version alone, as nothing in them depends on PostgreSQL. */
const NOT_ON: Record<15 | 18, string[]> = {
  15: [
    // What they count, cut or check is in the memory of the process.
    'backend/limits.http.test.ts',
    'backend/functions/functions.http.test.ts',
    'backend/storage/hostile.http.test.ts',
    // The pages of processes. The notifications that flush them: tests/db/catalogue-reads.test.ts.
    'server/page-cache.http.test.ts',
    'server/site-settings.http.test.ts',
    // Words and messages. The calls behind them: backend/auth/admin.http.test.ts, tests/db/staff.test.ts.
    'tests/db/staff-script.test.ts',
  ],
  // A backup moves from the embedded PostgreSQL 18 to 15. From 18 to 18: tests/db/backup.test.ts.
  18: ['tests/db/backup-script.test.ts'],
};

const PREPARED_FOLDER = 'tests/support/prepared-folder.ts';

/**
 * The tests that need no browser. `unit` runs beside the code without a database; `db-18` and
 * `db-15` run the same database and gateway tests on each supported PostgreSQL; `attack` and
 * `attack-long` break into the finished product and make its parts fail, in full with TEST_LONG=1.
 */
const database = (major: 15 | 18) => ({
  test: {
    name: `db-${major}`,
    include: ['tests/db/**/*.test.ts', 'backend/**/*.http.test.ts', 'server/**/*.http.test.ts'],
    exclude: NOT_ON[major],
    globalSetup: ['tests/support/postgres-server.ts', PREPARED_FOLDER],
    env: { TEST_POSTGRES_MAJOR: String(major) },
    ...SHARED_WORKERS,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

const attack = (name: string, include: string[], files: object) => ({
  test: {
    name,
    include,
    globalSetup: ['tests/support/postgres-server.ts', PREPARED_FOLDER],
    env: { TEST_POSTGRES_MAJOR: '18' },
    ...files,
    testTimeout: process.env['TEST_LONG'] ? 1_200_000 : 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    // why: many tests wait for servers, so two cores serve five workers.
    maxWorkers: Math.max(5, availableParallelism()),
    projects: [
      {
        plugins: [scriptText()],
        test: {
          name: 'unit',
          include: ['{backend,bench,server,scripts,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.http.test.ts', 'node_modules/**'],
          globalSetup: [PREPARED_FOLDER],
          ...SHARED_WORKERS,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      database(18),
      database(15),
      attack('attack', ['tests/{attack,fault}/**/!(*.long).test.ts'], {
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // why: each file loads the machine by itself, and some measure the effect.
      attack('attack-long', ['tests/{attack,fault}/**/*.long.test.ts'], { fileParallelism: false }),
    ],
  },
});

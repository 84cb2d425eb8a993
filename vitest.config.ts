import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scriptText } from './scripts/script-text.ts';

// why: a process for each file, with its imports, takes a quarter of a second. Tests therefore leave
// nothing behind in their process, and start another one to change its environment.
const SHARED_WORKERS = { isolate: false };

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

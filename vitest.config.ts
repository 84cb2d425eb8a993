import { defineConfig } from 'vitest/config';
import { scriptText } from './scripts/script-text.ts';

/**
 * Four kinds of test that need no browser. `unit` runs beside the code without a database;
 * `db-18` and `db-15` run the same database and gateway tests on each PostgreSQL we support;
 * `attack` breaks into the finished product and pulls its plugs, in full with TEST_LONG=1.
 */
const database = (major: 15 | 18) => ({
  test: {
    name: `db-${major}`,
    include: ['tests/db/**/*.test.ts', 'backend/**/*.http.test.ts', 'server/**/*.http.test.ts'],
    globalSetup: ['tests/support/postgres-server.ts'],
    env: { TEST_POSTGRES_MAJOR: String(major) },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [scriptText()],
        test: {
          name: 'unit',
          include: ['{backend,bench,server,scripts,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.http.test.ts', 'node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      database(18),
      database(15),
      {
        test: {
          name: 'attack',
          include: ['tests/{attack,fault}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-server.ts'],
          env: { TEST_POSTGRES_MAJOR: '18' },
          // why: each file loads the machine by itself, and some measure what that does.
          fileParallelism: false,
          testTimeout: process.env['TEST_LONG'] ? 1_200_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

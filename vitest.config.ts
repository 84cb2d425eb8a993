import { defineConfig } from 'vitest/config';

/**
 * Three kinds of test that need no browser. `unit` runs beside the code without a database;
 * `db-18` and `db-15` run the same database and gateway tests on each PostgreSQL we support.
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
        test: {
          name: 'unit',
          include: ['{backend,server,scripts,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.http.test.ts', 'node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      database(18),
      database(15),
    ],
  },
});

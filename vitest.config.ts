import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scriptText } from './scripts/script-text.ts';
import { PATIENCE_MS } from './tests/support/patience.ts';

// why: a process for each file, with its imports, takes a quarter of a second. Tests therefore leave
// nothing behind in their process, and start another one to change its environment.
const SHARED_WORKERS = { isolate: false };

/**
 * How long a test may take, and an event may be waited for: what a busy machine with one core needs, several times.
 * Reached only by what fails. Tests set no times of their own; figures of time are in `bench/`.
 */
const WAITS = {
  // Walks in full (TEST_LONG=1) take more than an hour where the machine is busy.
  testTimeout: process.env['TEST_LONG'] ? 7_200_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/** Files that run on one version alone: nothing in them depends on PostgreSQL, or other files have each kind of it on both. */
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
    // It writes migrations, which is done with 18. That all of them run: tests/db/schemas.test.ts.
    'tests/db/db-change.test.ts',
    // Thousands of names for minutes. Each kind of name: tests/db/search-names.test.ts.
    'tests/db/every-name.test.ts',
    // A thousand steps in any order. Each kind of step: tests/db/{documents,money,order-changes}.test.ts.
    'tests/db/order-walk.test.ts',
  ],
  // A backup moves from the embedded PostgreSQL 18 to 15. From 18 to 18: tests/db/backup.test.ts.
  18: ['tests/db/backup-script.test.ts'],
};

/**
 * Database tests in which no calendar day plays a part, and dear ones in which it plays the same part
 * as in others. All others run under other clocks too: `scripts/clock.ts`.
 */
const NOT_DATED = [
  // Scripts, servers, backups and migrations.
  '{backup,backup-script,backup-versions,baseline,migrate,own-server,own-studio,pictures-script,pooler}',
  '{db-change,schemas,staff-script,stock-repair,supabase-project,types}',
  // Rights, accounts, limits and settings.
  '{access-matrix,catalog,last-admin,limits,platform,second-factor,setting-rules,staff}',
  '{staff-function,test-mail,visitor-cost}',
  // Items, their pictures and values, and searches without dates.
  '{archive-items,bulk,catalogue-counts,catalogue-reads,import,import-updates,item-page}',
  '{item-registry,items,lookups,pictures,related-items,search,search-description,search-exactness}',
  '{every-name,search-meaning,search-names,search-pages,search-plans,search-refusals,search-words,seventh-kind,sitemap,upload-pictures}',
  // Many at once.
  '{enquiry-storm,stock-storm}',
  // They wait for a timeout of PostgreSQL: libfaketime shows its signal handler the real clock, and it
  // waits for months.
  '{answers,conversions-at-once}',
].map((names) => `tests/db/${names}.test.ts`);

const PREPARED_FOLDER = 'tests/support/prepared-folder.ts';

/**
 * The tests that need no browser. `unit` runs beside the code without a database; `db-18` and
 * `db-15` run the same database and gateway tests on each supported PostgreSQL; `clock` runs those
 * of both that depend on the day; `attack` and `attack-long` break into the finished product and
 * make its parts fail, in full with TEST_LONG=1.
 */
const database = (major: 15 | 18) => ({
  test: {
    name: `db-${major}`,
    include: ['tests/db/**/*.test.ts', 'backend/**/*.http.test.ts', 'server/**/*.http.test.ts'],
    exclude: NOT_ON[major],
    globalSetup: ['tests/support/postgres-server.ts', PREPARED_FOLDER],
    env: { TEST_POSTGRES_MAJOR: String(major) },
    ...SHARED_WORKERS,
    ...WAITS,
  },
});

// why: they wait for servers and browsers half of their time, and each loads the machine by itself.
const FEW_AT_ONCE = { maxWorkers: 3, sequence: { groupOrder: 1 } };

const attack = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    globalSetup: ['tests/support/postgres-server.ts', PREPARED_FOLDER],
    env: { TEST_POSTGRES_MAJOR: '18' },
    ...FEW_AT_ONCE,
    ...WAITS,
  },
});

export default defineConfig({
  test: {
    tags: [
      {
        name: 'long',
        description:
          'Left to `npm run test:all`: variations, and what starts or copies whole databases.',
      },
      {
        name: 'version',
        description:
          'With `long`: on PostgreSQL 15 too, as what it tests may differ between versions.',
      },
    ],
    // why: many tests wait for servers, so two cores serve three workers; with five they take longer.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        plugins: [scriptText()],
        test: {
          name: 'unit',
          include: ['{backend,bench,server,scripts,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.http.test.ts', 'node_modules/**'],
          globalSetup: [PREPARED_FOLDER],
          ...SHARED_WORKERS,
          ...WAITS,
        },
      },
      database(18),
      database(15),
      {
        plugins: [scriptText()],
        test: {
          ...database(18).test,
          name: 'clock',
          include: ['src/**/*.test.{ts,tsx}', 'tests/db/**/*.test.ts'],
          exclude: NOT_DATED,
        },
      },
      attack('attack', ['tests/{attack,fault}/**/!(*.long).test.ts']),
      attack('attack-long', ['tests/{attack,fault}/**/*.long.test.ts']),
      {
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          ...FEW_AT_ONCE,
          ...WAITS,
        },
      },
    ],
  },
});

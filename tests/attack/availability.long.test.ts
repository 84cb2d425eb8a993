import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareStorm, runStorm } from '#tests/support/availability-storm.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { scaled } from '#tests/support/scale.ts';
import { useSites } from '#tests/support/site-process.ts';
import { startStormSite } from '#tests/support/storm-site.ts';

/** Of each form: 100,000 together. */
const OPERATIONS = scaled(25_000, 500);
const ROUND = scaled(1250, 250);
const SEED = Number(process.env['TEST_SEED'] ?? 1);

const { newFolder, start, stopAll } = useSites({ keep: true });
afterAll(stopAll);

describe.each([
  [18, 1],
  [18, 3],
  [15, 1],
  [15, 3],
] as const)('on PostgreSQL %i with %i processes', (major, processes) => {
  const running: Awaited<ReturnType<typeof startTestServer>>[] = [];
  beforeAll(async () => void running.push(await startTestServer(major)));
  afterAll(async () => {
    await stopAll();
    await running[0]?.stop();
  });

  test(`${OPERATIONS} operations of 64 clients promise nothing twice (TEST_SEED=${SEED})`, async () => {
    const { sql, site } = await startStormSite(running[0]!.server, { newFolder, start }, processes);
    const things = await prepareStorm(sql, site);
    const began = performance.now();
    const given = { operations: OPERATIONS, round: ROUND, clients: 64, seed: SEED };
    const { faults, ...report } = await runStorm(sql, site, things, given);
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(
      `${JSON.stringify({ major, processes, operations: OPERATIONS, seconds, ...report })}\n`,
    );
    await sql.end();
    expect(faults.slice(0, 20)).toEqual([]);
    expect(report.deadlocks).toBe(0);
  });
});

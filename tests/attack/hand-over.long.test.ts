import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDesk, runDesk } from '#tests/support/hand-over-storm.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { scaled } from '#tests/support/scale.ts';
import { useSites } from '#tests/support/site-process.ts';
import { startStormSite } from '#tests/support/storm-site.ts';

const OPERATIONS = scaled(20_000, 600);
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const { newFolder, start, stopAll } = useSites({ keep: true });
afterAll(stopAll);

/** PostgreSQL's version, and the number of processes. */
const FORMS = scaled<[15 | 18, number][]>(
  [
    [18, 1],
    [18, 3],
    [15, 1],
    [15, 3],
  ],
  [
    [18, 3],
    [15, 1],
  ],
);

describe.each(FORMS)('on PostgreSQL %i with %i processes', (major, processes) => {
  const running: Awaited<ReturnType<typeof startTestServer>>[] = [];
  beforeAll(async () => void running.push(await startTestServer(major)));
  afterAll(async () => {
    await stopAll();
    await running[0]?.stop();
  });

  test(`${OPERATIONS} operations of 64 clients at the desk (TEST_SEED=${SEED})`, async () => {
    const { sql, site } = await startStormSite(running[0]!.server, { newFolder, start }, processes);
    const desk = await prepareDesk(sql, site, 48);
    const began = performance.now();
    const given = { operations: OPERATIONS, round: scaled(1000, 300), clients: 64, seed: SEED };
    const { faults, ...report } = await runDesk(sql, site, desk, given);
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(
      `${JSON.stringify({ major, processes, operations: OPERATIONS, seconds, ...report })}\n`,
    );
    await sql.end();
    expect(faults.slice(0, 20)).toEqual([]);
    expect(report.deadlocks).toBe(0);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKeys } from '#backend/core/keys.ts';
import { openPool } from '#backend/postgres/database.ts';
import { VARIABLES } from '#tests/fault/studio.ts';
import { prepareStorm, runStorm, staffTokens } from '#tests/support/availability-storm.ts';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { scaled } from '#tests/support/scale.ts';
import { useSites } from '#tests/support/site-process.ts';

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
    const { owner, admin } = running[0]!.server;
    const database = `storm_${randomBytes(4).toString('hex')}`;
    const root = openPool(admin, { max: 1, name: 'test' });
    await root`create database ${root(database)} owner ${root(owner.username)}`;
    await root.end();
    const { username, password, host, port } = owner;
    const variables = {
      ...VARIABLES,
      DATABASE_URL: `postgres://${username}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    // why: the first process migrates; the others find that done.
    const first = await start(newFolder(), variables).ready;
    const others = Array.from({ length: processes - 1 }, () => start(newFolder(), variables).ready);
    const addresses = [first, ...(await Promise.all(others))];
    const sql = openPool({ ...owner, database }, { max: 2, name: 'test' });
    const keys = await loadKeys(sql, {});
    let turn = 0;
    const site = {
      addressOf: () => addresses[(turn += 1) % processes] ?? '',
      apikey: keys.anonKey,
      serviceKey: keys.serviceKey,
      tokens: await staffTokens(sql, keys, 16),
    };
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

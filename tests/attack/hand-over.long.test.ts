import { beforeAll, expect, test } from 'vitest';
import { staffTokens } from '#tests/support/availability-storm.ts';
import type { StormSite } from '#tests/support/availability-work.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { prepareDesk, runDesk } from '#tests/support/hand-over-storm.ts';
import { scaled } from '#tests/support/scale.ts';

const OPERATIONS = scaled(20_000, 600);
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const gateway = useGateway({}, { requests: 10_000_000 });
let site: StormSite;

beforeAll(async () => {
  const { db, keys, url, anonKey, serviceKey } = gateway;
  const tokens = await staffTokens(db.owner, keys, 16);
  site = { addressOf: () => url, apikey: anonKey, serviceKey, tokens };
});

test(`${OPERATIONS} operations of 64 clients at the desk (TEST_SEED=${SEED})`, async () => {
  const pieces = await prepareDesk(gateway.db.owner, site, 48);
  const given = { operations: OPERATIONS, round: scaled(1000, 300), clients: 64, seed: SEED };
  const { faults, ...report } = await runDesk(gateway.db.owner, site, pieces, given);
  process.stdout.write(`${JSON.stringify({ operations: OPERATIONS, ...report })}\n`);
  expect(faults.slice(0, 20)).toEqual([]);
  expect(report.deadlocks).toBe(0);
});

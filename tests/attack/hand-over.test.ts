import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { staffTokens } from '#tests/support/availability-storm.ts';
import { RPC, staffOf, type StormSite } from '#tests/support/availability-work.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { prepareDesk, runDesk } from '#tests/support/hand-over-storm.ts';

/** Staff at one desk at once, in one process; hand-over.long.test.ts has more of it. */
const CLIENTS = 64;
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const gateway = useGateway({}, { requests: 1_000_000 });
let site: StormSite;
let desk: Awaited<ReturnType<typeof prepareDesk>>;

beforeAll(async () => {
  const { db, keys, url, anonKey, serviceKey } = gateway;
  const tokens = await staffTokens(db.owner, keys, 8);
  site = { addressOf: () => url, apikey: anonKey, serviceKey, tokens };
  desk = await prepareDesk(db.owner, site, 24);
});

test('pieces are handed over once, whoever asks, and a repeated request moves nothing', async () => {
  const { order, line, item } = desk.pieces[0]!;
  const body = { id: order, lines: [{ line, item, quantity: 1 }] };
  const key = randomUUID();
  const same = await Promise.all(
    Array.from({ length: CLIENTS / 4 }, (_, at) =>
      staffOf(site, at).ask(`${RPC}/hand_over`, { body: { ...body, key } }),
    ),
  );
  const movements = same.flatMap((reply) =>
    reply?.status === 200 ? [(reply.body as { movement: string }).movement] : [],
  );
  expect(new Set(movements).size).toBe(1);
  const back = await Promise.all(
    Array.from({ length: CLIENTS / 4 }, (_, at) =>
      staffOf(site, at).ask(`${RPC}/take_back`, { body: { ...body, key: randomUUID() } }),
    ),
  );
  expect(back.filter((reply) => reply?.status === 200)).toHaveLength(1);
  expect(new Set(back.map((reply) => reply?.status))).toEqual(new Set([200, 409]));
});

test(`${CLIENTS} clients hand over, take back, undo, edit and cancel (TEST_SEED=${SEED})`, async () => {
  // why no count afterwards: the storm ends only when so much was done.
  const isEnough = (answers: Readonly<Record<string, number>>) =>
    ['hand_over done', 'take_back done'].every((what) => (answers[what] ?? 0) > 5);
  const given = { operations: 300, round: 150, clients: CLIENTS, seed: SEED, isEnough };
  const report = await runDesk(gateway.db.owner, site, desk, given);
  process.stdout.write(`${JSON.stringify(report.answers)}\n`);
  expect(report.faults.slice(0, 20)).toEqual([]);
  expect(report.deadlocks).toBe(0);
});

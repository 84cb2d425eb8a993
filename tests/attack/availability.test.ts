import { beforeAll, describe, expect, test } from 'vitest';
import { isBusy, visitor, type Reply } from '#tests/fault/asking.ts';
import { spanOf, dateOf } from '#tests/support/availability-model.ts';
import { quietFaults, studioToday } from '#tests/support/availability-rows.ts';
import {
  addEnquiries,
  prepareStorm,
  runStorm,
  staffTokens,
} from '#tests/support/availability-storm.ts';
import { RPC, staffOf, type StormSite, type Thing } from '#tests/support/availability-work.ts';
import { useGateway } from '#tests/support/gateway.ts';

/** Staff compete for few pieces, in one process; availability.long.test.ts has all forms. */
const CLIENTS = 64;
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const gateway = useGateway({}, { requests: 1_000_000 });
let site: StormSite;
let things: Thing[] = [];

beforeAll(async () => {
  const { db, keys, url, anonKey, serviceKey } = gateway;
  const tokens = await staffTokens(db.owner, keys, 8);
  site = { addressOf: () => url, apikey: anonKey, serviceKey, tokens };
  things = await prepareStorm(db.owner, site);
});

const later = (days: number) => dateOf(studioToday() + days);
const newProps = (count: number, quantity: number) => gateway.db.owner<{ id: string }[]>`
  insert into props (name, price, quantity) select 'Chair ' || n, 100, ${quantity}
  from generate_series(1, ${count}) n returning id`;
/** Converts an enquiry. why again while busy: a conversion waits two seconds for its items. */
async function book(id: string, at: number): Promise<Reply | null> {
  for (;;) {
    const reply = await staffOf(site, at).ask(`${RPC}/convert_enquiry_to_order`, { body: { id } });
    if (!reply || !isBusy(reply)) return reply;
  }
}
const bookAll = (enquiries: { id: string }[]) =>
  Promise.all(enquiries.map(({ id }, at) => book(id, at)));

describe(`${CLIENTS} clients at once`, () => {
  test('book the last piece: one has it, the others are told which item is short, and when', async () => {
    const [chair] = await newProps(1, 1);
    const lines = [{ item: chair!.id, quantity: 1 }];
    const dates = spanOf(later(40), later(41));
    const wanted = Array.from({ length: CLIENTS }, () => ({ lines, dates }));
    const replies = await bookAll(await addEnquiries(gateway.db.owner, wanted));
    expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(1);
    const refused = replies.filter((reply) => reply?.status !== 200);
    const details = {
      reason: 'not_free',
      lines: [{ type: 'prop', id: chair!.id, wanted: 1, free: 0, days: [later(40), later(41)] }],
    };
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'PT409', message: 'not_free' } });
      const { details: told } = (reply?.body ?? {}) as { details: string };
      expect(JSON.parse(told)).toEqual(details);
    }
    expect(await quietFaults(gateway.db.owner)).toEqual([]);
  });

  test('book ten items in opposite order: as many as fit, without a deadlock', async () => {
    const items = await newProps(10, 4);
    const lines = items.map(({ id }) => ({ item: id, quantity: 1 }));
    const dates = spanOf(later(40), later(42));
    const wanted = Array.from({ length: CLIENTS }, (_, at) => ({
      lines: at % 2 ? lines.toReversed() : lines,
      dates,
    }));
    const replies = await bookAll(await addEnquiries(gateway.db.owner, wanted));
    const counted = Object.groupBy(replies, (reply) => String(reply?.status));
    expect([counted['200']?.length, counted['409']?.length]).toEqual([4, CLIENTS - 4]);
    expect(await quietFaults(gateway.db.owner)).toEqual([]);
  });

  test('delete orders of ten items in opposite order, while others book these', async () => {
    const items = await newProps(10, CLIENTS);
    const lines = items.map(({ id }) => ({ item: id, quantity: 1 }));
    const dates = spanOf(later(40), later(42));
    const wanted = Array.from({ length: CLIENTS / 4 }, (_, at) => ({
      lines: at % 2 ? lines.toReversed() : lines,
      dates,
    }));
    const made = await bookAll(await addEnquiries(gateway.db.owner, wanted));
    const orders = made.map((reply) => (reply?.body ?? {}) as { id: string });
    const service = visitor(site.addressOf, site.serviceKey, {
      authorization: `Bearer ${site.serviceKey}`,
    });
    const next = await addEnquiries(gateway.db.owner, wanted);
    const [deleted, booked] = await Promise.all([
      Promise.all(
        orders.map(({ id }) => service.ask(`/rest/v1/orders?id=eq.${id}`, { method: 'DELETE' })),
      ),
      bookAll(next),
    ]);
    expect(new Set(deleted.map((reply) => reply?.status))).toEqual(new Set([204]));
    expect(new Set(booked.map((reply) => reply?.status))).toEqual(new Set([200]));
    expect(await quietFaults(gateway.db.owner)).toEqual([]);
  });

  test(`book, move, cancel, hold, expire, take over, repair and delete (TEST_SEED=${SEED})`, async () => {
    const given = { operations: 400, round: 200, clients: CLIENTS, seed: SEED };
    const report = await runStorm(gateway.db.owner, site, things, given);
    process.stdout.write(`${JSON.stringify(report.answers)}\n`);
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.deadlocks).toBe(0);
    expect(report.refusals).toBeGreaterThan(40);
    expect(report.answers['book done']).toBeGreaterThan(10);
  });
});

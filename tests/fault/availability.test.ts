import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKeys } from '#backend/core/keys.ts';
import { dateOf, spanOf } from '#tests/support/availability-model.ts';
import { quietFaults, studioToday } from '#tests/support/availability-rows.ts';
import { addEnquiries, staffTokens } from '#tests/support/availability-storm.ts';
import { RPC } from '#tests/support/availability-work.ts';
import { urlOf, useDatabase } from '#tests/support/database.ts';
import { useSites, type Site } from '#tests/support/site-process.ts';
import { visitor } from './asking.ts';
import { VARIABLES } from './studio.ts';

/** Three processes on one database, each in another time zone. One is killed in the middle of the work. */
const ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland'];
const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });
const sites: Site[] = [];
let addresses: string[] = [];
let apikey = '';
let token = '';

beforeAll(async () => {
  const DATABASE_URL = urlOf(database.owner);
  for (const TZ of ZONES)
    sites.push(
      start(newFolder(), { ...VARIABLES, DATABASE_URL, TZ, TRUSTED_PROXIES: '127.0.0.1' }),
    );
  addresses = await Promise.all(sites.map((site) => site.ready));
  const { owner } = database.db;
  await owner`select private.set_limit(name, null) from private.settings`;
  const keys = await loadKeys(owner, {});
  apikey = keys.anonKey;
  [token = ''] = await staffTokens(owner, keys, 1);
});
afterAll(stopAll);

const staffAt = (address: () => string) =>
  visitor(address, apikey, { authorization: `Bearer ${token}` });
const everywhere = (name: string, body: object, times = 4) =>
  Promise.all(
    Array.from({ length: times * addresses.length }, (_, at) =>
      staffAt(() => addresses[at % addresses.length] ?? '').settle(`${RPC}/${name}`, { body }),
    ),
  );
const day = (ahead: number) => dateOf(studioToday() + ahead);
const newProp = async (quantity: number): Promise<string> => {
  const [made] = await database.db.owner<[{ id: string }]>`
    insert into props (name, price, quantity) values ('Lamp', 100, ${quantity}) returning id`;
  return made.id;
};
const newEnquiry = async (item: string, quantity = 1) => {
  const dates = spanOf(day(20), day(21));
  const [made] = await addEnquiries(database.db.owner, [{ lines: [{ item, quantity }], dates }]);
  return made!.id;
};
const live = async (item: string) =>
  (
    await database.db.owner`select kind, status, quantity, lower(rented)::text as from
      from reservations where item_id = ${item} and status <> 'released'`
  ).map(({ kind, status, quantity, from }) => `${kind} ${status} ${quantity} ${from}`);
const same = (replies: { status: number; body: unknown }[]) => {
  expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
    1,
  );
  expect(replies[0]?.status).toBe(200);
};

describe('a call that is repeated with its key, in three processes at once', () => {
  test('holds once', async () => {
    const item = await newProp(2);
    const id = await newEnquiry(item);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    same(await everywhere('hold_enquiry', { id, until, key: randomUUID() }));
    expect(await live(item)).toEqual([`hold held 1 ${day(20)}`]);
  });

  test('is out of service once, and hired in once', async () => {
    const item = await newProp(3);
    const body = { type: 'prop', id: item, quantity: 1, rental_from: day(20), rental_to: day(20) };
    const reason = 'The switch is broken';
    same(await everywhere('set_out_of_service', { ...body, reason, key: randomUUID() }));
    same(await everywhere('add_sub_rental', { ...body, reason: 'Hired', key: randomUUID() }));
    expect((await live(item)).toSorted()).toEqual([
      `out_of_service booked 1 ${day(20)}`,
      `sub_rental booked 1 ${day(20)}`,
    ]);
  });

  test('moves an order once', async () => {
    const item = await newProp(1);
    const id = await newEnquiry(item);
    const converted = await everywhere('convert_enquiry_to_order', { id });
    expect(converted.filter(({ status }) => status === 200)).toHaveLength(1);
    const order = converted.find(({ status }) => status === 200)?.body as { id: string };
    const moved = { id: order.id, rental_from: day(25), rental_to: day(26), key: randomUUID() };
    same(await everywhere('change_order_dates', moved));
    expect(await live(item)).toEqual([`rental booked 1 ${day(25)}`]);
  });
});

test('a process that is killed while it books leaves one booking, and the repeat finds it', async () => {
  const [victim] = sites;
  const rounds = Array.from({ length: 40 }, async () => {
    const item = await newProp(1);
    return { item, id: await newEnquiry(item), key: randomUUID() };
  });
  const work = await Promise.all(rounds);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const dying = staffAt(() => addresses[0] ?? '');
  const sent = work.map(({ id, key }, at) =>
    at % 2
      ? dying.ask(`${RPC}/hold_enquiry`, { body: { id, until, key } })
      : dying.ask(`${RPC}/convert_enquiry_to_order`, { body: { id } }),
  );
  await Promise.race(sent);
  victim?.process.kill('SIGKILL');
  const answered = await Promise.all(sent);
  expect(answered).toContain(null);
  let turn = 0;
  const others = staffAt(() => addresses[1 + ((turn += 1) % 2)] ?? '');
  const repeats = await Promise.all(
    work.map(({ id, key }, at) =>
      at % 2
        ? others.settle(`${RPC}/hold_enquiry`, { body: { id, until, key } })
        : others.settle(`${RPC}/convert_enquiry_to_order`, { body: { id } }),
    ),
  );
  for (const [at, { status, body }] of repeats.entries()) {
    const before = answered[at];
    const isHold = at % 2 === 1;
    // A conversion that was done before its process died is refused by name.
    const isDone =
      status === 409 && /already converted/.test((body as { message: string }).message);
    expect([at, status === 200 || (!isHold && isDone)]).toEqual([at, true]);
    const first = isHold && before?.status === 200 ? before.body : body;
    expect([at, isHold && body]).toEqual([at, isHold && first]);
    expect(await live(work[at]!.item)).toEqual([
      isHold ? `hold held 1 ${day(20)}` : `rental booked 1 ${day(20)}`,
    ]);
  }
  expect(await quietFaults(database.db.owner)).toEqual([]);
});

test('each process, in each time zone, says the same of today and of every other day', async () => {
  const item = await newProp(3);
  const asked = { type: 'prop', id: item, quantity: 1 };
  const fact = { ...asked, rental_from: day(0), rental_to: day(1), reason: 'Repair' };
  const staff = staffAt(() => addresses[1] ?? '');
  await staff.settle(`${RPC}/set_out_of_service`, { body: { ...fact, key: randomUUID() } });
  const told = await Promise.all(
    addresses.slice(1).flatMap((address) => {
      const anyone = visitor(() => address, apikey, {});
      const between = (first: number, last: number) =>
        anyone.insist(`${RPC}/availability`, {
          body: { rental_from: day(first), rental_to: day(last), items: [asked] },
        });
      return [between(0, 0), between(1, 2), between(2, 2), between(-1, 0)];
    }),
  );
  const figures = told.map(({ status, body }) =>
    status === 200 ? (body as { free: number }[])[0]?.free : status,
  );
  expect(figures).toEqual([2, 2, 3, 400, 2, 2, 3, 400]);
});

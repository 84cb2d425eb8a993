import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitor } from '#tests/fault/asking.ts';
import { dateOf, spanOf } from '#tests/support/availability-model.ts';
import { studioToday } from '#tests/support/availability-rows.ts';
import { addFact, addOrder } from '#tests/support/availability-scene.ts';
import { RPC } from '#tests/support/availability-work.ts';
import { useGateway } from '#tests/support/gateway.ts';

/**
 * The setting of what visitors learn is held by the database: a visitor sends every question that
 * could tell, before and after bookings that the setting hides, and each answer must stay the same to
 * the byte.
 */
const gateway = useGateway({}, { requests: 1_000_000 });
const ids: Record<'sofa' | 'chair' | 'kit', string> = { sofa: '', chair: '', kit: '' };
const day = (ahead: number) => dateOf(studioToday() + ahead);
const CANARY = 'Qanary of a customer';

beforeAll(async () => {
  const { owner } = gateway.db;
  await owner`select private.set_limit(name, null) from private.settings`;
  const [made] = await owner<[typeof ids]>`
    with category as (
      insert into prop_categories (name) values ('Seats') returning id
    ), sofa as (
      insert into props (name, price, quantity, category_id) select 'Red sofa', 0, 6, id from category returning id
    ), chair as (
      insert into props (name, price, quantity, category_id) select 'Red chair', 0, 6, id from category returning id
    ), kit as (
      insert into sets (name, category, price, quantity) values ('Red kit', 'package', 0, 6) returning id
    ), component as (
      insert into item_components (kit_id, component_id, quantity) select kit.id, chair.id, 1 from kit, chair
    ) select sofa.id as sofa, chair.id as chair, kit.id as kit from sofa, chair, kit`;
  Object.assign(ids, made);
  await owner`insert into customers (first_name, last_name, mobile, email)
    values (${CANARY}, ${CANARY}, '+919800000077', 'qanary@example.test')`;
});

const dates = { rental_from: day(3), rental_to: day(4) };
/** Every question of a visitor whose answer could depend on bookings. */
function questions(): [string, object][] {
  const line = (type: string, id: string, quantity = 1) => ({ type, id, quantity });
  const { sofa, chair, kit } = ids;
  const lists = ['prop', 'set'].flatMap((kind): [string, object][] =>
    [true, false].map((only_free) => ['search_catalogue', { kind, ...dates, only_free }]),
  );
  return [
    [
      'availability',
      { ...dates, items: [line('prop', sofa), line('prop', chair), line('set', kit)] },
    ],
    ['availability', { ...dates, items: [line('prop', sofa), line('prop', sofa)] }],
    // Half of all pieces, which remain free where the answers must not differ.
    ['availability', { ...dates, items: [line('prop', sofa, 3)] }],
    ['availability', { rental_from: day(0), rental_to: day(90), items: [line('prop', sofa)] }],
    ['item_calendar', { kind: 'prop', id: sofa, from_day: day(0), days: 92 }],
    ['item_calendar', { kind: 'set', id: kit, from_day: day(0), days: 92 }],
    ['similar_free', { kind: 'prop', id: sofa, ...dates, quantity: 1 }],
    ['similar_free', { kind: 'prop', id: sofa, ...dates, quantity: 3 }],
    ...lists,
    ['search_catalogue', { kind: 'prop', q: 'red', ...dates, only_free: true, sort: 'name' }],
    ['search_by_words', { q: 'red', ...dates, only_free: true }],
    ['search_by_words', { q: 'red', ...dates }],
    ['search_free_items', { ...dates, only_free: true }],
    ['search_free_items', dates],
    ['related_items', { kind: 'prop', id: sofa }],
  ];
}
const enquiry = () => ({
  idempotency_key: randomUUID(),
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876500000',
  email: 'asha@example.test',
  ...dates,
  message: '',
  items: [{ type: 'prop', id: ids.sofa, quantity: 1, price: 0 }],
});

/** All answers, as text; an enquiry's without its number and the secret of its page. */
async function answers(): Promise<string[]> {
  const { ask } = visitor(() => gateway.url, gateway.anonKey, {});
  const asked = [...questions(), ['submit_enquiry', enquiry()] as [string, object]];
  return Promise.all(
    asked.map(async ([name, body]) => {
      const reply = await ask(`${RPC}/${name}`, { body });
      expect([name, body, reply?.status]).toEqual([name, body, 200]);
      const text = JSON.stringify(reply?.body).replace(/ENQ-\d+/, 'ENQ');
      return `${name} ${text.replace(/"link":"\w{64}"/, '"link":"…"')}`;
    }),
  );
}
const shows = (mode: string) =>
  gateway.db.owner`update private.availability_settings set shows = ${mode}`;
const book = (item: string, quantity: number) =>
  addOrder(gateway.db.owner, [{ item, quantity, rented: spanOf(day(2), day(5)) }]);

beforeEach(async () => {
  await gateway.db.owner`delete from orders`;
  await gateway.db.owner`delete from reservations`;
});

test('exact figures are shown, and follow each booking', async () => {
  await shows('exact');
  const before = await answers();
  await book(ids.sofa, 2);
  const after = await answers();
  const changed = after.flatMap((text, at) => (text === before[at] ? [] : [text.split(' ')[0]]));
  expect(new Set(changed)).toEqual(
    new Set([
      'availability',
      'item_calendar',
      'search_catalogue',
      'search_by_words',
      'search_free_items',
      'submit_enquiry',
    ]),
  );
  expect(after[0]).toContain('"of":6,"free":4');
});

describe('no figures (yes-no)', () => {
  test('hide how many are booked, as long as what is asked fits', async () => {
    await shows('yes-no');
    const before = await answers();
    await book(ids.sofa, 2);
    await book(ids.chair, 3);
    await addFact(gateway.db.owner, 'out_of_service', {
      item: ids.sofa,
      quantity: 1,
      rented: spanOf(day(2), day(5)),
    });
    await addFact(gateway.db.owner, 'sub_rental', {
      item: ids.chair,
      quantity: 1,
      rented: spanOf(day(2), day(5)),
    });
    expect(await answers()).toEqual(before);
    expect(before.join()).not.toMatch(/"of":\d/);
    expect(before[0]).toContain('"of":null,"free":1');
  });

  test('tell that nothing is left, without figures', async () => {
    await shows('yes-no');
    await book(ids.sofa, 6);
    const [asked, , , , calendar] = await answers();
    expect(asked).toContain('"of":null,"free":0');
    const days = JSON.stringify([2, 3, 4, 5].map((ahead) => ({ day: day(ahead), free: 0 })));
    expect(calendar).toContain(days);
    expect((await answers()).join()).not.toMatch(/"of":\d/);
  });
});

test('nothing is told (off): bookings of every piece change no byte', async () => {
  await shows('off');
  const before = await answers();
  await book(ids.sofa, 6);
  await book(ids.chair, 5);
  await book(ids.kit, 1);
  expect(await answers()).toEqual(before);
  expect(before.join()).not.toMatch(/"(free|of|next_free|free_total)":[^n]/);
});

test.each(['exact', 'yes-no', 'off'])('nobody learns who has it (%s)', async (mode) => {
  await shows(mode);
  const { owner } = gateway.db;
  await book(ids.sofa, 6);
  await addFact(owner, 'out_of_service', {
    item: ids.chair,
    quantity: 6,
    rented: spanOf(day(2), day(5)),
  });
  await owner`update reservations set reason = ${CANARY} where kind = 'out_of_service'`;
  const [{ known }] = await owner<[{ known: string[] }]>`
    select array_agg(id::text) as known from (
      select id from orders union all select id from order_items union all select id from reservations
      union all select id from customers) as rows`;
  const numbers = await owner<{ number: string }[]>`select order_number as number from orders`;
  const text = (await answers()).join().toLowerCase();
  const secrets = [...known, ...numbers.map(({ number }) => number.toLowerCase()), 'qanary'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('a visitor reaches no reservation by any other way', async () => {
  await book(ids.sofa, 1);
  const { ask } = visitor(() => gateway.url, gateway.anonKey, {});
  const paths = [
    'reservations',
    'item_components',
    'item_days',
    'items?select=*,reservations(*)',
    'order_items?select=*,reservations(*)',
    'enquiry_items?select=free_when_sent',
    'enquiry_orders?select=held_until',
    'rpc/conflicts',
    'rpc/availability_settings',
  ];
  for (const path of paths) {
    const reply = await ask(`/rest/v1/${path}`);
    expect([path, reply?.status]).toEqual([
      path,
      expect.toSatisfy((status) => [400, 401, 403, 404].includes(status as number)),
    ]);
  }
  const staff = [
    ['item_reservations', { type: 'prop', id: ids.sofa, from_day: day(0), days: 9 }],
    ['components', { type: 'set', id: ids.kit }],
    ['conflicts', {}],
    ['set_turnaround', { type: 'prop', id: ids.sofa, days: 3 }],
    ['hold_enquiry', { id: ids.sofa, until: `${day(1)}T00:00:00Z`, key: randomUUID() }],
  ] as const;
  for (const [name, body] of staff) {
    const reply = await ask(`${RPC}/${name}`, { body });
    expect([name, reply?.status]).toEqual([name, 401]);
  }
});

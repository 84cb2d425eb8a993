import type { Sql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createModel,
  dateOf,
  dayOf,
  isCounted,
  type Model,
  type Want,
} from '#tests/support/availability-model.ts';
import {
  itemDayFaults,
  quietFaults,
  readRows,
  studioToday,
} from '#tests/support/availability-rows.ts';
import { addFact, addOrder, attempt, inOrder } from '#tests/support/availability-scene.ts';
import { asRole, useDatabase } from '#tests/support/database.ts';
import { createDice, type Dice } from '#tests/support/dice.ts';

/** Seeded random histories, each step compared with the model of availability-model.ts. */
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const STEPS = 100;
const HORIZON = 12;

const home = useDatabase();
const today = studioToday();
let things: { id: string; type: string }[] = [];

beforeAll(async () => {
  const sql = home.db.owner;
  await sql`update private.availability_settings set closed_weekdays = '{7}'`;
  await sql`insert into private.closed_days (day) values (${dateOf(today + 5)})`;
  const made = await sql<{ id: string; type: string }[]>`
    with prop as (
      insert into props (name, price, quantity) select 'Lamp ' || n, 100 * n, n % 5
      from generate_series(1, 7) n returning id
    ), cloth as (
      insert into clothes (name, price, quantity) select 'Sari ' || n, 100 * n, n
      from generate_series(1, 3) n returning id
    ), kit as (
      insert into sets (name, category, price, quantity) select 'Kit ' || n, 'package', 100, n - 1
      from generate_series(1, 3) n returning id
    )
    select id, 'prop' as type from prop union all select id, 'cloth' from cloth
    union all select id, 'set' from kit`;
  things = [...made];
  // The third kit contains the first, and both share a prop.
  const kits = things.filter(({ type }) => type === 'set');
  const [one, other] = things;
  await sql`insert into item_components (kit_id, component_id, quantity) values
    (${kits[0]!.id}, ${one!.id}, 1), (${kits[0]!.id}, ${things[7]!.id}, 2),
    (${kits[1]!.id}, ${other!.id}, 1), (${kits[2]!.id}, ${kits[0]!.id}, 1), (${kits[2]!.id}, ${one!.id}, 1)`;
});

const days = (dice: Dice): Want['rented'] => {
  const from = today + dice.below(HORIZON);
  return { from, end: from + 1 + dice.below(4) };
};
const wish = (dice: Dice): Want[] =>
  Array.from({ length: 1 + dice.below(4) }, () => ({
    item: dice.of(things).id,
    quantity: 1 + dice.below(2),
    rented: days(dice),
  }));
const modelOf = async (sql: Sql): Promise<Model> => createModel(await readRows(sql));
const onDays = async (sql: Sql) => [
  ...(await sql`select item_id, day::text, room, booked, held, short from private.item_days order by 1, 2`),
];

type Line = { type: string; id: string; quantity: number };
type Free = Line & { free: number | null; of: number | null; next_free: string | null };
const iso = ({ from, end }: Want['rented']) => [dateOf(from), dateOf(end - 1)] as const;
const asVisitor = <T>(run: (sql: Sql) => Promise<T>) =>
  asRole(home.db, { role: 'anon' }, (tx) => run(tx as unknown as Sql));
const availability = (rented: Want['rented'], items: Line[]): Promise<Free[]> =>
  asVisitor(async (sql) => {
    const [first, last] = iso(rented);
    const [row] = await sql<[{ answer: Free[] }]>`
      select availability(${first}::text::date, ${last}::text::date,
        ${JSON.stringify(items)}::text::jsonb) as answer`;
    return row.answer;
  });

/** One random step of a history. @returns why it was refused, and what the model says */
async function step(sql: Sql, dice: Dice, orders: string[], facts: string[]) {
  const before = await readRows(sql);
  const model = createModel(before);
  const order = orders.length > 0 ? dice.of(orders) : null;
  const reservedFor = async (id: string) => {
    const lines = await sql<
      { id: string; item: string; quantity: number; first: string; last: string }[]
    >`
      select id, item_id as item, quantity, rental_from::text as first, rental_to::text as last
      from order_items where order_id = ${id}`;
    const own = new Set(lines.map((line) => line.id));
    const kept = before.reservations.filter(({ orderItem }) => own.has(orderItem ?? ''));
    return { lines, kept };
  };
  const chance = dice.below(100);
  if (chance < 45 || !order) {
    const wants = wish(dice);
    const result = await attempt(sql, (tx) => addOrder(tx, wants));
    if ('made' in result) orders.push(result.made);
    return { what: 'book', result, expected: model.shortOf(wants, Date.now(), today) };
  }
  if (chance < 60) {
    const { lines, kept } = await reservedFor(order);
    const moved = days(dice);
    const [{ status }] = await sql<
      [{ status: string }]
    >`select status from orders where id = ${order}`;
    const wants = lines.map(({ item, quantity }) => ({ item, quantity, rented: moved }));
    const [first, last] = iso(moved);
    const result = await attempt(
      sql,
      (tx) =>
        tx`update order_items set rental_from = ${first}, rental_to = ${last} where order_id = ${order}`,
    );
    const live = status === 'confirmed' || status === 'in_progress';
    return {
      what: 'extend',
      result,
      expected: live ? model.shortOf(wants, Date.now(), today, kept) : [],
    };
  }
  if (chance < 75) {
    const status = dice.of([
      'cancelled',
      'cancelled',
      'confirmed',
      'in_progress',
      'returned',
      'completed',
    ]);
    const { lines, kept } = await reservedFor(order);
    const wants = lines.map(({ item, quantity, first, last }) => ({
      item,
      quantity,
      rented: { from: dayOf(first), end: dayOf(last) + 1 },
    }));
    const [{ now }] = await sql<
      [{ now: string }]
    >`select status as now from orders where id = ${order}`;
    const result = await attempt(
      sql,
      (tx) => tx`update orders set status = ${status} where id = ${order}`,
    );
    const isLive = (each: string) => each === 'confirmed' || each === 'in_progress';
    const reserves = isLive(status) && !isLive(now);
    return {
      what: status,
      result,
      expected: reserves ? model.shortOf(wants, Date.now(), today, kept) : [],
    };
  }
  const kind = dice.of(['out_of_service', 'sub_rental'] as const);
  const [want] = wish(dice);
  const result = await attempt(sql, async (tx): Promise<unknown> => {
    if (chance < 80) return tx`delete from orders where id = ${order}`;
    if (chance < 90) return facts.push(await addFact(tx, kind, want!));
    const fact = facts.shift();
    if (chance < 95 && fact)
      return tx`update reservations set status = 'released' where id = ${fact}`;
    return tx`update props set quantity = ${dice.below(5)} where id = ${want!.item}`;
  });
  if (chance < 80) orders.splice(orders.indexOf(order), 1);
  return { what: 'fact', result, expected: [] };
}

/** Search, cart, calendar and model agree on these days. */
async function readFaults(sql: Sql, dice: Dice): Promise<string[]> {
  const model = await modelOf(sql);
  const faults: string[] = [];
  const rented = days(dice);
  const [first, last] = iso(rented);
  const listed = await sql<{ id: string; kind: string }[]>`select id, kind from items where active`;
  const lines = listed.map(({ id, kind }) => ({ type: kind, id, quantity: 1 }));
  const told = await availability(rented, lines);
  for (const line of told) {
    const free = model.leastFree(line.id, rented, Date.now());
    const of = model.ownedOf(line.id);
    if (line.free !== free || line.of !== of)
      faults.push(
        `availability of ${line.type} ${line.id} on ${first}–${last}: ${line.free} of ${line.of}, not ${free} of ${of}`,
      );
  }
  const freeOf = new Map(told.map((line) => [line.id, line.free]));
  for (const kind of ['prop', 'cloth', 'set']) {
    const found = await asVisitor(async (tx) => {
      const [row] = await tx<
        [
          {
            all: { total: number; free_total: number; items: Free[] };
            free: { total: number; items: Free[] };
          },
        ]
      >`
        select search_catalogue(kind => ${kind}, rental_from => ${first}::text::date,
            rental_to => ${last}::text::date) as all,
          search_catalogue(kind => ${kind}, rental_from => ${first}::text::date,
            rental_to => ${last}::text::date, only_free => true) as free`;
      return row;
    });
    const ofKind = told.filter(({ type }) => type === kind);
    const expected = ofKind.filter(({ free }) => free !== 0).map(({ id }) => id);
    const told2 = JSON.stringify([found.all.total, found.all.free_total, found.free.total]);
    const right = JSON.stringify([ofKind.length, expected.length, expected.length]);
    if (told2 !== right)
      faults.push(`search of ${kind} on ${first}–${last}: ${told2}, not ${right}`);
    const free = found.free.items.map(({ id }) => id).toSorted();
    if (free.join() !== expected.toSorted().join())
      faults.push(`search of ${kind}: other free items`);
    for (const { id, free } of found.all.items)
      if (free !== freeOf.get(id))
        faults.push(`search of ${id} says ${free}, availability ${freeOf.get(id)}`);
  }
  const { id, type } = dice.of(things);
  const calendar = await asVisitor(async (tx) => {
    const [row] = await tx<
      [{ answer: { of: number | null; days: { day: string; free: number }[] } }]
    >`
      select item_calendar(${type}, ${id}, ${dateOf(today)}::text::date, 20) as answer`;
    return row.answer;
  });
  const parts = [...model.partsOf(id)].filter(([part]) => isCounted(model.itemOf(part)));
  const expected = Array.from({ length: 20 }, (_, at) => today + at).flatMap((day) => {
    const free = Math.min(
      ...parts.map(([part, each]) => Math.floor(model.dayFor(part, day, Date.now()).free / each)),
    );
    const of = model.ownedOf(id);
    return of !== null && free < of ? [{ day: dateOf(day), free }] : [];
  });
  const [is, ought] = [JSON.stringify(calendar.days), JSON.stringify(expected)];
  if (is !== ought) faults.push(`calendar of ${id}: ${is}, not ${ought}`);
  return faults;
}

describe(`a random history (TEST_SEED=${SEED})`, () => {
  const orders: string[] = [];

  test('accepts and refuses exactly what the model does, and search, cart and calendar agree', async () => {
    const sql = home.db.owner;
    const facts: string[] = [];
    const counted = { accepted: 0, refused: 0 };
    for (let at = 0; at < STEPS; at += 1) {
      const dice = createDice(SEED, at);
      const { what, result, expected } = await step(sql, dice, orders, facts);
      const short = 'short' in result ? result.short : [];
      expect([at, what, inOrder(short)]).toEqual([at, what, inOrder(expected)]);
      counted[short.length > 0 ? 'refused' : 'accepted'] += 1;
      if (at % 10 === 9) {
        expect([at, await itemDayFaults(sql)]).toEqual([at, []]);
        expect([at, await readFaults(sql, dice)]).toEqual([at, []]);
      }
    }
    expect(await quietFaults(sql)).toEqual([]);
    expect(counted.refused).toBeGreaterThan(STEPS / 10);
    expect(counted.accepted).toBeGreaterThan(STEPS / 4);
  });

  test('booking and then cancelling restores every row', async () => {
    const sql = home.db.owner;
    let booked = 0;
    for (let at = 0; at < 15; at += 1) {
      const before = await onDays(sql);
      const result = await attempt(sql, (tx) => addOrder(tx, wish(createDice(SEED + 1, at))));
      if (!('made' in result)) continue;
      booked += 1;
      await sql`update orders set status = 'cancelled' where id = ${result.made}`;
      expect(await onDays(sql)).toEqual(before);
    }
    expect(booked).toBeGreaterThan(2);
  });

  test('the order of two bookings does not matter where both fit', async () => {
    const sql = home.db.owner;
    let compared = 0;
    for (let at = 0; at < 40; at += 1) {
      const dice = createDice(SEED + 2, at);
      const both = [wish(dice), wish(dice)];
      const outcomes: unknown[] = [];
      for (const wants of [both, both.toReversed()]) {
        const made: string[] = [];
        const fits: boolean[] = [];
        for (const each of wants) {
          const result = await attempt(sql, (tx) => addOrder(tx, each));
          fits.push('made' in result);
          if ('made' in result) made.push(result.made);
        }
        outcomes.push(fits.every(Boolean) && (await onDays(sql)));
        for (const id of made) await sql`delete from orders where id = ${id}`;
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
      if (outcomes[0]) compared += 1;
    }
    expect(compared).toBeGreaterThan(1);
  });
});

test('a cart fits exactly when booking it is accepted, and next_free is the first day on which it is', async () => {
  const sql = home.db.owner;
  const typeOf = new Map(things.map(({ id, type }) => [id, type]));
  const seen = { fit: 0, short: 0 };
  for (let at = 0; at < 25; at += 1) {
    const dice = createDice(SEED + 3, at);
    const rented = days(dice);
    const wants = wish(dice).map((want) => ({ ...want, rented }));
    const told = await availability(
      rented,
      wants.map(({ item, quantity }) => ({ type: typeOf.get(item)!, id: item, quantity })),
    );
    const model = await modelOf(sql);
    for (const line of told) {
      if (line.free === null) continue;
      const next = model.nextFree(line.id, wants, rented, Date.now());
      expect([at, line.id, line.next_free]).toEqual([at, line.id, next && dateOf(next)]);
    }
    const fits = told.every(
      ({ free, next_free: next }) => free === null || next === dateOf(rented.from),
    );
    const result = await attempt(sql, (tx) => addOrder(tx, wants));
    expect([at, 'made' in result]).toEqual([at, fits]);
    seen[fits ? 'fit' : 'short'] += 1;
    if ('made' in result) await sql`delete from orders where id = ${result.made}`;
  }
  expect(Math.min(seen.fit, seen.short)).toBeGreaterThan(3);
});

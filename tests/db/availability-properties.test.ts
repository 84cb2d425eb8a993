import { beforeAll, describe, expect, test } from 'vitest';
import {
  randomDays,
  randomStep,
  randomWants,
  type Kinded,
} from '#tests/support/availability-history.ts';
import { createModel, dateOf } from '#tests/support/availability-model.ts';
import { availability, readFaults } from '#tests/support/availability-reads.ts';
import {
  itemDayFaults,
  quietFaults,
  readRows,
  studioToday,
} from '#tests/support/availability-rows.ts';
import { addOrder, attempt, inOrder } from '#tests/support/availability-scene.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createDice } from '#tests/support/dice.ts';

/** Seeded random histories, each step compared with the model of availability-model.ts. */
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const STEPS = 100;

const home = useDatabase();
const today = studioToday();
let things: Kinded[] = [];

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

const onDays = async (sql: typeof home.db.owner) => [
  ...(await sql`select item_id, day::text, room, booked, held, short from private.item_days order by 1, 2`),
];

describe(`a random history (TEST_SEED=${SEED})`, () => {
  const orders: string[] = [];

  test('accepts and refuses exactly what the model does, and search, cart and calendar agree', async () => {
    const sql = home.db.owner;
    const facts: string[] = [];
    const faults: string[] = [];
    const counted = { accepted: 0, refused: 0 };
    for (let at = 0; at < STEPS; at += 1) {
      const dice = createDice(SEED, at);
      const { what, result, expected } = await randomStep(sql, dice, { things, orders, facts });
      const short = 'short' in result ? result.short : [];
      expect([at, what, inOrder(short)]).toEqual([at, what, inOrder(expected)]);
      counted[short.length > 0 ? 'refused' : 'accepted'] += 1;
      if (at % 10 === 9) {
        faults.push(...(await itemDayFaults(sql)), ...(await readFaults(home.db, dice, things)));
      }
    }
    expect([...faults, ...(await quietFaults(sql))]).toEqual([]);
    expect(counted.refused).toBeGreaterThan(STEPS / 10);
    expect(counted.accepted).toBeGreaterThan(STEPS / 4);
  });

  test('booking and then cancelling restores every row', async () => {
    const sql = home.db.owner;
    let booked = 0;
    for (let at = 0; at < 15; at += 1) {
      const before = await onDays(sql);
      const result = await attempt(sql, (tx) =>
        addOrder(tx, randomWants(createDice(SEED + 1, at), things)),
      );
      if (!('made' in result)) continue;
      booked += 1;
      await sql`update orders set status = 'cancelled' where id = ${result.made}`;
      expect(await onDays(sql)).toEqual(before);
    }
    expect(booked).toBeGreaterThan(2);
  });

  test('the order of two bookings does not matter where both fit', { tags: ['long'] }, async () => {
    const sql = home.db.owner;
    let compared = 0;
    for (let at = 0; at < 40; at += 1) {
      const dice = createDice(SEED + 2, at);
      const both = [randomWants(dice, things), randomWants(dice, things)];
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
    const rented = randomDays(dice);
    const wants = randomWants(dice, things).map((want) => ({ ...want, rented }));
    const told = await availability(
      home.db,
      rented,
      wants.map(({ item, quantity }) => ({ type: typeOf.get(item)!, id: item, quantity })),
    );
    const model = createModel(await readRows(sql));
    for (const line of told) {
      // Nothing is refused of an item that is not counted.
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

import { describe, expect, test } from 'vitest';
import { dateOf, spanOf, type Want } from '#tests/support/availability-model.ts';
import { quietFaults, studioToday } from '#tests/support/availability-rows.ts';
import { addEnquiry, addFact, addOrder, attempt } from '#tests/support/availability-scene.ts';
import { asRole, createStaff, useDatabase } from '#tests/support/database.ts';

/**
 * The mistakes that rental software is known for, one test for each. Checking before writing and
 * answering 500 under load are in tests/attack/availability.test.ts, time zones in
 * availability-clock.test.ts.
 */
const home = useDatabase();
const today = studioToday();
const day = (ahead: number) => dateOf(today + ahead);
const on = (item: string, quantity: number, first: number, last = first): Want => ({
  item,
  quantity,
  rented: spanOf(day(first), day(last)),
});
const newProp = async (quantity: number, turnaround: number | null = null): Promise<string> => {
  const [made] = await home.db.owner<[{ id: string }]>`
    insert into props (name, price, quantity) values ('Lamp', 100, ${quantity}) returning id`;
  await home.db.owner`update items set turnaround_days = ${turnaround} where id = ${made.id}`;
  return made.id;
};
const newKit = async (parts: [id: string, quantity: number][]): Promise<string> => {
  const [made] = await home.db.owner<[{ id: string }]>`
    insert into sets (name, category, price, quantity) values ('Kit', 'package', 100, 5) returning id`;
  for (const [id, quantity] of parts)
    await home.db.owner`insert into item_components (kit_id, component_id, quantity)
      values (${made.id}, ${id}, ${quantity})`;
  return made.id;
};
const book = (...wants: Want[]) => attempt(home.db.owner, (tx) => addOrder(tx, wants));
const booked = async (...wants: Want[]): Promise<string> => addOrder(home.db.owner, wants);
const short = (item: string, wanted: number, free: number, ...days: number[]) => ({
  short: [{ item, wanted, free, days: days.map((ahead) => today + ahead) }],
});
const accepted = { made: expect.any(String) as string };
const setStatus = (id: string, status: string) =>
  home.db.owner`update orders set status = ${status} where id = ${id}`;
const move = (id: string, first: number, last: number) =>
  attempt(
    home.db.owner,
    (tx) =>
      tx`update order_items set rental_from = ${day(first)}, rental_to = ${day(last)} where order_id = ${id}`,
  );
const freeOn = (id: string, first: number, last = first, kind = 'prop') =>
  asRole(home.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<[{ told: [{ free: number | null }] }]>`
      select availability(${day(first)}::text::date, ${day(last)}::text::date,
        jsonb_build_array(jsonb_build_object('type', ${kind}::text, 'id', ${id}::text, 'quantity', 1))) as told`;
    return row.told[0].free;
  });

test('a sum instead of the peak: 3 pieces, 2 out on Monday, 2 on Wednesday, leave 1 free', async () => {
  const lamp = await newProp(3);
  await booked(on(lamp, 2, 10));
  await booked(on(lamp, 2, 12));
  expect(await freeOn(lamp, 10, 12)).toBe(1);
  expect(await book(on(lamp, 2, 10, 12))).toEqual(short(lamp, 2, 1, 10, 12));
  expect(await book(on(lamp, 1, 10, 12))).toEqual(accepted);
});

describe('an extension', () => {
  test('that is not checked against the next booking', async () => {
    const lamp = await newProp(1);
    const order = await booked(on(lamp, 1, 10));
    await booked(on(lamp, 1, 12));
    expect(await move(order, 10, 12)).toEqual(short(lamp, 1, 0, 12));
    expect(await move(order, 9, 11)).toEqual({ made: expect.anything() as unknown });
    expect([await freeOn(lamp, 9), await freeOn(lamp, 8)]).toEqual([0, 1]);
  });
  test('that is refused for what was returned or cancelled', async () => {
    const lamp = await newProp(1);
    const order = await booked(on(lamp, 1, 10));
    const other = await booked(on(lamp, 1, 11, 12));
    await setStatus(other, 'cancelled');
    expect(await move(order, 10, 12)).toEqual({ made: expect.anything() as unknown });
    const back = await booked(on(lamp, 1, 0, 3));
    await setStatus(back, 'in_progress');
    await setStatus(back, 'returned');
    expect(await move(order, 1, 12)).toEqual({ made: expect.anything() as unknown });
  });
});

describe('a kit', () => {
  test('whose pooled part is booked twice', async () => {
    const lamp = await newProp(3);
    const kit = await newKit([[lamp, 2]]);
    await booked(on(kit, 1, 10));
    expect(await freeOn(lamp, 10)).toBe(1);
    expect(await freeOn(kit, 10, 10, 'set')).toBe(0);
    expect(await book(on(lamp, 2, 10))).toEqual(short(lamp, 2, 1, 10));
    expect(await book(on(kit, 1, 10))).toEqual(short(lamp, 2, 1, 10));
  });
  test('whose part is counted twice', async () => {
    const lamp = await newProp(3);
    const kit = await newKit([[lamp, 2]]);
    expect(await book(on(kit, 1, 10), on(lamp, 1, 10))).toEqual(accepted);
    expect(await freeOn(lamp, 10)).toBe(0);
  });
  test('and its part in one order, which are not added up', async () => {
    const lamp = await newProp(3);
    const kit = await newKit([[lamp, 2]]);
    expect(await book(on(kit, 1, 10), on(lamp, 2, 10))).toEqual(short(lamp, 4, 3, 10));
  });
  test('that is changed keeps what an order has of it', async () => {
    const [lamp, stand] = [await newProp(2), await newProp(2)];
    const kit = await newKit([[lamp, 1]]);
    const order = await booked(on(kit, 1, 10));
    await home.db.owner`delete from item_components where kit_id = ${kit}`;
    await home.db
      .owner`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${stand}, 2)`;
    expect([await freeOn(lamp, 10), await freeOn(stand, 10)]).toEqual([1, 2]);
    await setStatus(order, 'cancelled');
    expect([await freeOn(lamp, 10), await freeOn(stand, 10)]).toEqual([2, 2]);
  });
});

describe('turnaround', () => {
  test('that is shown and not enforced', async () => {
    const lamp = await newProp(1, 2);
    await booked(on(lamp, 1, 10));
    expect(await freeOn(lamp, 12)).toBe(0);
    expect(await book(on(lamp, 1, 12))).toEqual(short(lamp, 1, 0, 12));
    expect(await book(on(lamp, 1, 13))).toEqual(accepted);
    // Before another booking too: its own turnaround would run into that.
    expect(await freeOn(lamp, 8)).toBe(0);
    expect(await book(on(lamp, 1, 8))).toEqual(short(lamp, 1, 0, 10));
    expect(await book(on(lamp, 1, 7))).toEqual(accepted);
  });
  test('in calendar days where the studio is closed', async () => {
    const lamp = await newProp(1, 1);
    await home.db.owner`insert into private.closed_days (day) values (${day(21)}), (${day(22)})`;
    await booked(on(lamp, 1, 20));
    expect([await freeOn(lamp, 23), await freeOn(lamp, 24)]).toEqual([0, 1]);
    await home.db.owner`delete from private.closed_days`;
    expect([await freeOn(lamp, 23), await freeOn(lamp, 24)]).toEqual([0, 1]);
    expect(await quietFaults(home.db.owner)).toEqual([]);
  });
  test('that moves what is booked when the setting changes', async () => {
    const lamp = await newProp(1, 0);
    await booked(on(lamp, 1, 10));
    await home.db.owner`update items set turnaround_days = 3 where id = ${lamp}`;
    expect(await freeOn(lamp, 11)).toBe(1);
    expect(await quietFaults(home.db.owner)).toEqual([]);
  });
});

describe('a return', () => {
  test('that is early frees its pieces at once', async () => {
    const lamp = await newProp(1);
    const order = await booked(on(lamp, 1, 0, 5));
    await setStatus(order, 'in_progress');
    expect(await freeOn(lamp, 1)).toBe(0);
    await setStatus(order, 'returned');
    expect([await freeOn(lamp, 0), await freeOn(lamp, 1)]).toEqual([1, 1]);
    await setStatus(order, 'completed');
    expect([await freeOn(lamp, 0), await freeOn(lamp, 1)]).toEqual([1, 1]);
  });
  test('that is early, with turnaround, blocks as long as cleaning takes', async () => {
    const lamp = await newProp(1, 1);
    const order = await booked(on(lamp, 1, 0, 5));
    await setStatus(order, 'in_progress');
    await setStatus(order, 'returned');
    expect([await freeOn(lamp, 1), await freeOn(lamp, 2)]).toEqual([0, 1]);
  });
  test('that is late blocks until it came, and no longer', async () => {
    const lamp = await newProp(1, 1);
    const order = await booked(on(lamp, 1, -5, -3));
    await setStatus(order, 'in_progress');
    await setStatus(order, 'returned');
    expect([await freeOn(lamp, 0), await freeOn(lamp, 1), await freeOn(lamp, 2)]).toEqual([
      0, 0, 1,
    ]);
    expect(await quietFaults(home.db.owner)).toEqual([]);
  });
  test('before the rental began occupies nothing', async () => {
    const lamp = await newProp(1);
    const order = await booked(on(lamp, 1, 4, 5));
    await setStatus(order, 'returned');
    expect(await freeOn(lamp, 4, 5)).toBe(1);
  });
});

test('the window of the whole order instead of the line’s own days', async () => {
  const [lamp, stand] = [await newProp(1), await newProp(1)];
  await booked(on(lamp, 1, 10), on(stand, 1, 11, 14));
  expect([await freeOn(lamp, 11, 14), await freeOn(stand, 10)]).toEqual([1, 1]);
  expect(await book(on(lamp, 1, 11, 14), on(stand, 1, 10))).toEqual(accepted);
});

test('a hold that never ends', async () => {
  const sql = home.db.owner;
  const lamp = await newProp(1);
  const enquiry = await addEnquiry(sql, [on(lamp, 1, 10)]);
  const hold = (expires: string) => sql`
    insert into reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
    select item_id, 1, 'hold', 'held', daterange(rental_from, rental_to, '[]'),
      daterange(rental_from, rental_to, '[]'), id, clock_timestamp() + ${expires}::text::interval
    from enquiry_items where enquiry_order_id = ${enquiry}`;
  await hold('1 hour');
  expect(await freeOn(lamp, 10)).toBe(0);
  expect(await book(on(lamp, 1, 10))).toEqual(short(lamp, 1, 0, 10));
  await sql`update reservations set expires_at = clock_timestamp() - interval '1 second' where item_id = ${lamp}`;
  expect(await freeOn(lamp, 10)).toBe(1);
  expect(await book(on(lamp, 1, 10))).toEqual(accepted);
  expect(await quietFaults(sql)).toEqual([]);
});

test('availability only in the cart: search finds exactly what can be booked', async () => {
  const [free, taken] = [await newProp(1), await newProp(1)];
  await booked(on(taken, 1, 30, 31));
  const found = await asRole(home.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<[{ page: { total: number; items: { id: string }[] } }]>`
      select search_catalogue(kind => 'prop', rental_from => ${day(31)}::text::date,
        rental_to => ${day(33)}::text::date, only_free => true, size => 100) as page`;
    return row.page.items.map(({ id }) => id);
  });
  expect([found.includes(free), found.includes(taken)]).toEqual([true, false]);
});

describe('facts', () => {
  test('are accepted, show as conflicts, and are solved by what frees', async () => {
    const sql = home.db.owner;
    const lamp = await newProp(2);
    const order = await booked(on(lamp, 2, 10));
    const fact = await addFact(sql, 'out_of_service', on(lamp, 1, 9, 10));
    const shortage = async () =>
      (
        await sql`select day::text, room, booked, short from private.item_days
        where item_id = ${lamp} order by 1`
      ).map((row) => ({ ...row }));
    const row = (ahead: number, room: number, booked: number, short: number) => ({
      day: day(ahead),
      room,
      booked,
      short,
    });
    expect(await shortage()).toEqual([row(9, 1, 0, 0), row(10, 1, 2, 1)]);
    expect(await freeOn(lamp, 10)).toBe(0);
    expect(await book(on(lamp, 1, 10))).toEqual(short(lamp, 1, 0, 10));
    await addFact(sql, 'sub_rental', on(lamp, 1, 10));
    expect(await shortage()).toEqual([row(9, 1, 0, 0), row(10, 2, 2, 0)]);
    await sql`update props set quantity = 1 where id = ${lamp}`;
    expect(await shortage()).toEqual([row(9, 0, 0, 0), row(10, 1, 2, 1)]);
    await sql`delete from props where id = ${lamp}`;
    expect(await shortage()).toEqual([row(10, 0, 2, 2)]);
    await sql`delete from reservations where id = ${fact}`;
    await setStatus(order, 'cancelled');
    expect(await quietFaults(sql)).toEqual([]);
  });
  test('and cancelled orders: confirming one again needs its items free', async () => {
    const lamp = await newProp(1);
    const order = await booked(on(lamp, 1, 10));
    await setStatus(order, 'cancelled');
    await booked(on(lamp, 1, 10));
    const again = attempt(
      home.db.owner,
      (tx) => tx`update orders set status = 'confirmed' where id = ${order}`,
    );
    expect(await again).toEqual(short(lamp, 1, 0, 10));
  });
});

test('staff and service role are held to the same stock', async () => {
  const lamp = await newProp(1);
  await booked(on(lamp, 1, 10));
  const order = await booked(on(lamp, 1, 20));
  await setStatus(order, 'cancelled');
  const [line] = await home.db.owner<[{ id: string }]>`
    update order_items set rental_from = ${day(10)}, rental_to = ${day(10)}
    where order_id = ${order} returning id`;
  const staff = { role: 'authenticated', sub: await createStaff(home.db, 'admin') } as const;
  const refused = { code: 'PT409', message: 'not_free' };
  const range = `[${day(10)},${day(11)})`;
  const confirm = asRole(
    home.db,
    staff,
    (sql) => sql`update orders set status = 'confirmed' where id = ${order}`,
  );
  await expect(confirm).rejects.toMatchObject(refused);
  const service = asRole(
    home.db,
    { role: 'service_role' },
    (sql) => sql`update reservations set status = 'booked', rented = ${range}, blocked = ${range}
      where order_item_id = ${line.id}`,
  );
  await expect(service).rejects.toMatchObject(refused);
});

import { describe, expect, test } from 'vitest';
import { refusal, useStudio, type CallerName } from './studio.ts';

/*
 * The managers' view of stock: figures of the list, the check before a change, and the search for
 * components. Days are counted from today.
 */

const studio = useStudio();

const day = async (ahead: number): Promise<string> => {
  const [row] = await studio.db.owner<{ day: string }[]>`
    select (private.today() + ${ahead}::integer)::text as day`;
  return row?.day ?? '';
};

let made = 0;

/** Adds a prop with so many pieces; returns its id. */
async function putProp(quantity: number, name = 'Counted lamp'): Promise<string> {
  made += 1;
  const [row] = await studio.db.owner<{ id: string }[]>`
    insert into props (name, price, quantity) values (${`${name} ${made}`}, 10, ${quantity}) returning id`;
  return row!.id;
}

/** Reserves pieces by a confirmed order, from and to so many days ahead; returns the order's id. */
async function book(item: string, quantity: number, from: number, to: number): Promise<string> {
  return studio.db.owner.begin(async (sql) => {
    const [order] = await sql<{ id: string }[]>`
      insert into orders (customer_id, total_price, rental_from, rental_to)
      values (${studio.ids.customer}, 10, private.today() + ${from}::integer, private.today() + ${to}::integer)
      returning id`;
    await sql`
      insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select ${order!.id}, kind, id, ${quantity}, 10, private.today() + ${from}::integer,
        private.today() + ${to}::integer from items where id = ${item}`;
    return order!.id;
  });
}

/** Holds pieces for an enquiry; `ends` is an interval from now. */
async function hold(item: string, quantity: number, from: number, to: number, ends: string) {
  await studio.db.owner`
    with line as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
      select ${studio.ids.enquiry}, kind, id, ${quantity}, 10 from items where id = ${item} returning id
    )
    insert into reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
    select ${item}, ${quantity}, 'hold', 'held', days, days, line.id, clock_timestamp() + ${ends}::interval
    from line, daterange(private.today() + ${from}::integer, private.today() + ${to}::integer, '[]') as days`;
}

async function fact(
  kind: 'out_of_service' | 'sub_rental',
  item: string,
  quantity: number,
  from: number,
  to: number,
) {
  await studio.db.owner`
    insert into reservations (item_id, quantity, kind, status, rented, blocked)
    select ${item}, ${quantity}, ${kind}, 'booked', days, days
    from daterange(private.today() + ${from}::integer, private.today() + ${to}::integer, '[]') as days`;
}

interface Figures {
  free_today: number | null;
  next_reserved: string | null;
}

/** Figures of an item as the list of its kind shows them. */
async function figures(item: string, kind = 'prop'): Promise<Figures | undefined> {
  return studio.as('inventory_user', async (sql) => {
    const [row] = await sql<{ page: { items: (Figures & { id: string })[] } }[]>`
      select search_inventory(kind => ${kind}, size => 100) as page`;
    const found = row?.page.items.find(({ id }) => id === item);
    return found && { free_today: found.free_today, next_reserved: found.next_reserved };
  });
}

interface Check {
  items: number;
  reservations: number;
  next_day: string | null;
  short: number;
  short_days: number;
  first_days: string[];
}

const check = (ids: string[], quantity: number | null = null, caller: CallerName = 'crm_user') =>
  studio.as(caller, async (sql) => {
    const [row] = await sql<{ answer: Check }[]>`
      select stock_check('prop', ${ids}, ${quantity}) as answer`;
    return row!.answer;
  });

describe('the list', () => {
  test('says what is free today: not what is booked, held or out of service', async () => {
    const lamp = await putProp(5);
    expect(await figures(lamp)).toEqual({ free_today: 5, next_reserved: null });
    await book(lamp, 1, 0, 0);
    await hold(lamp, 1, 0, 1, '1 hour');
    await fact('out_of_service', lamp, 2, 0, 3);
    expect(await figures(lamp)).toEqual({ free_today: 1, next_reserved: await day(1) });
    await fact('sub_rental', lamp, 3, 0, 0);
    expect((await figures(lamp))?.free_today).toBe(4);
  });

  test('names the first day from tomorrow on with a rental or hold', async () => {
    const lamp = await putProp(3);
    const order = await book(lamp, 1, 12, 14);
    expect(await figures(lamp)).toEqual({ free_today: 3, next_reserved: await day(12) });
    await fact('out_of_service', lamp, 1, 2, 3);
    expect((await figures(lamp))?.next_reserved).toBe(await day(12));
    await hold(lamp, 1, 7, 8, '1 hour');
    expect((await figures(lamp))?.next_reserved).toBe(await day(7));
    await studio.db.owner`update orders set status = 'cancelled' where id = ${order}`;
    expect((await figures(lamp))?.next_reserved).toBe(await day(7));
  });

  test('an expired hold counts no longer', async () => {
    const lamp = await putProp(2);
    await hold(lamp, 2, 0, 5, '1 hour');
    expect((await figures(lamp))?.free_today).toBe(0);
    await studio.db.owner`
      update reservations set expires_at = clock_timestamp() - interval '1 second' where item_id = ${lamp}`;
    expect(await figures(lamp)).toEqual({ free_today: 2, next_reserved: null });
  });

  test('an item that is not counted has no figure, but reservations', async () => {
    const lamp = await putProp(0);
    await book(lamp, 4, 0, 2);
    expect(await figures(lamp)).toEqual({ free_today: null, next_reserved: await day(1) });
  });

  test('an item with components is free as often as each counted one allows', async () => {
    const [kit] = await studio.db.owner<{ id: string }[]>`
      insert into sets (name, category, price, quantity) values ('Kit of lamps', 'package', 10, 0) returning id`;
    const [lamp, uncounted] = [await putProp(7), await putProp(0)];
    await studio.db.owner`
      insert into item_components (kit_id, component_id, quantity)
      values (${kit!.id}, ${lamp}, 2), (${kit!.id}, ${uncounted}, 9)`;
    expect((await figures(kit!.id, 'set'))?.free_today).toBe(3);
    await book(lamp, 2, 0, 0);
    expect((await figures(kit!.id, 'set'))?.free_today).toBe(2);
    await book(kit!.id, 2, 0, 4);
    expect(await figures(kit!.id, 'set')).toEqual({ free_today: 0, next_reserved: await day(1) });
    expect(await figures(lamp)).toEqual({ free_today: 1, next_reserved: await day(1) });
  });
});

describe('the check before a change', () => {
  test('counts what is reserved, and days with pieces missing at a lower quantity', async () => {
    const lamp = await putProp(5);
    await book(lamp, 2, 3, 5);
    await book(lamp, 2, 5, 6);
    await hold(lamp, 1, 5, 5, '1 hour');
    const reserved = { items: 1, reservations: 3, next_day: await day(3) };
    expect(await check([lamp])).toEqual({ ...reserved, short: 0, short_days: 0, first_days: [] });
    expect(await check([lamp], 3)).toEqual({
      ...reserved,
      short: 2,
      short_days: 1,
      first_days: [await day(5)],
    });
    expect(await check([lamp], 1)).toMatchObject({ short: 4, short_days: 4 });
    expect(await check([lamp], 0)).toMatchObject({ ...reserved, short: 0, short_days: 0 });
  });

  test('agrees with the conflict that the change then makes', async () => {
    const lamp = await putProp(4);
    await book(lamp, 3, 1, 2);
    await fact('out_of_service', lamp, 1, 2, 4);
    await fact('sub_rental', lamp, 1, 1, 1);
    await hold(lamp, 1, 1, 1, '1 hour');
    const before = await check([lamp], 2);
    expect(before).toMatchObject({ short: 2, short_days: 2 });
    await studio.db.owner`update props set quantity = 2 where id = ${lamp}`;
    const conflicts = await studio.db.owner`
      select day::text, short from private.item_days where item_id = ${lamp} and short > 0 order by day`;
    expect(conflicts).toEqual([
      { day: await day(1), short: 1 },
      { day: await day(2), short: 2 },
    ]);
    expect(await check([lamp])).toEqual(before);
  });

  test('lists five days at most, and leaves expired holds, past rentals and facts out of the count', async () => {
    const lamp = await putProp(2);
    await book(lamp, 2, 1, 9);
    await fact('out_of_service', lamp, 2, 1, 9);
    await hold(await putProp(1), 1, 1, 1, '1 hour');
    const answer = await check([lamp]);
    expect(answer).toMatchObject({ reservations: 1, short: 2, short_days: 9 });
    expect(answer.first_days).toHaveLength(5);
    const other = await putProp(2);
    await book(other, 1, -9, -2);
    await hold(other, 1, 0, 5, '1 hour');
    await studio.db.owner`
      update reservations set expires_at = clock_timestamp() - interval '1 second'
      where item_id = ${other} and kind = 'hold'`;
    expect(await check([other])).toMatchObject({ items: 0, reservations: 0, next_day: null });
  });

  test('takes many items of one kind, and is for staff only', async () => {
    const ids = [await putProp(1), await putProp(1), await putProp(1)];
    await book(ids[0]!, 1, 2, 2);
    await book(ids[2]!, 1, 4, 4);
    expect(await check(ids)).toMatchObject({ items: 2, reservations: 2, next_day: await day(2) });
    for (const caller of ['inventory_user', 'admin'] as const) {
      expect((await check(ids, null, caller)).items).toBe(2);
    }
    for (const caller of ['anon', 'no profile', 'service_role'] as const) {
      expect((await refusal(check(ids, null, caller))).code).toBe('42501');
    }
    expect((await refusal(check(ids, -1))).code).toBe('PT400');
    const many = Array.from({ length: 5001 }, () => ids[0]!);
    expect((await refusal(check(many))).code).toBe('PT400');
  });
});

interface Found {
  type: string;
  name: string;
  active: boolean;
}

const find = (q: string, caller: CallerName = 'inventory_user') =>
  studio.as(caller, async (sql) => {
    const [row] = await sql<{ answer: Found[] }[]>`select find_items(${q}) as answer`;
    return row!.answer;
  });

test('items of all kinds are found by name and code, switched off ones too', async () => {
  const { owner } = studio.db;
  await owner`insert into props (name, price, active) values ('Old quartz clock', 1, false)`;
  await owner`insert into gear (name, price) values ('Quartz lamp', 1)`;
  await owner`insert into crews (name, price) values ('Master of quartz', 1)`;
  const found = await find('QUARTZ');
  expect(found.map(({ type, name, active }) => [type, name, active])).toEqual([
    ['gear', 'Quartz lamp', true],
    ['crew', 'Master of quartz', true],
    ['prop', 'Old quartz clock', false],
  ]);
  const [{ code } = { code: '' }] = await owner<{ code: string }[]>`
    select gear_id as code from gear where name = 'Quartz lamp'`;
  expect((await find(code)).map(({ name }) => name)).toEqual(['Quartz lamp']);
  expect(await find('  ')).toEqual([]);
  expect(await find('no such thing')).toEqual([]);
  await owner`insert into props (name, price) select 'Quartz crowd ' || n, 1 from generate_series(1, 30) n`;
  expect(await find('quartz')).toHaveLength(12);
  for (const caller of ['anon', 'no profile', 'service_role'] as const) {
    expect((await refusal(find('quartz', caller))).code).toBe('42501');
  }
});

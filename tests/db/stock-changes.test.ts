import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { field, useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';
import { CALLERS } from './studio.ts';

const { studio, call, said, item, enquire, book, hold, days, reserved, of, ...stock } =
  useStaffStock();

const fact = async (id: string, given: Given = {}) => ({
  ...(await of(id)),
  quantity: 1,
  rental_from: today(10),
  rental_to: today(12),
  reason: ' Broken leg ',
  key: randomUUID(),
  ...given,
});

describe('pieces out of service', () => {
  test('leave less to promise, once for each key, until they are back', async () => {
    const sofa = await item(3);
    const given = await fact(sofa, { quantity: 2 });
    const made = await call('set_out_of_service', given, 'inventory_user');
    expect(made).toMatchObject({
      item_id: sofa,
      kind: 'out_of_service',
      status: 'booked',
      quantity: 2,
      rented: `[${today(10)},${today(13)})`,
      blocked: `[${today(10)},${today(13)})`,
      reason: 'Broken leg',
      created_by: studio.who('inventory_user').sub,
    });
    expect(await call('set_out_of_service', given, 'inventory_user')).toEqual(made);
    expect(await days(sofa)).toEqual(['10: 1/0/0/0', '11: 1/0/0/0', '12: 1/0/0/0']);
    expect((await said('set_out_of_service', { ...given, quantity: 1 })).message).toBe(
      'idempotency_key_reused',
    );
    const back = await call('release_reservation', { id: made.id }, 'inventory_user');
    expect(back).toMatchObject({ id: made.id, status: 'released' });
    expect(await call('release_reservation', { id: made.id })).toEqual(back);
    expect(await days(sofa)).toEqual([]);
  });

  test('are never refused: bookings without a piece are a conflict, soonest first', async () => {
    const [sofa, lamp] = [await item(2), await item(1)];
    const late = await book({ item: sofa, quantity: 2 });
    const soon = await book({ item: lamp, from: 5, to: 6 });
    const asked = await enquire({ item: lamp, from: 8, to: 8 });
    await hold(asked.id);
    await call(
      'set_out_of_service',
      await fact(sofa, { rental_from: today(12), rental_to: today(14) }),
    );
    await call(
      'set_out_of_service',
      await fact(lamp, { rental_from: today(4), rental_to: today(9) }),
    );
    const conflicts = await call<Given[]>('conflicts');
    expect(conflicts).toEqual([
      {
        ...(await of(lamp)),
        name: expect.stringMatching(/^Item /) as unknown,
        code: expect.stringMatching(/^PRP-/) as unknown,
        days: [today(5), today(6), today(8)],
        short: 1,
        orders: [{ id: soon.id, order_number: soon['order_number'] }],
        holds: [{ enquiry_id: asked.id, enquiry_number: asked.number }],
      },
      expect.objectContaining({
        id: sofa,
        days: [today(12)],
        orders: [{ id: late.id, order_number: late['order_number'] }],
        holds: [],
      }),
    ]);
    expect(await call('conflicts', {}, 'inventory_user')).toEqual(
      conflicts.map((each) => ({ ...each, orders: [], holds: [] })),
    );
    // A hold that expired needs no piece, though nobody has released it.
    await stock.expire(asked.id);
    expect((await call<Given[]>('conflicts'))[0]).toMatchObject({
      days: [today(5), today(6)],
      holds: [],
    });
    for (const order of [late, soon]) {
      await studio.db.owner`update orders set status = 'cancelled' where id = ${order.id}`;
    }
    expect(await call('conflicts')).toEqual([]);
  });

  test('need an item, days, pieces and a key', async () => {
    const given = await fact(await item(1));
    const name = 'set_out_of_service';
    expect(await said(name, { ...given, key: null })).toMatchObject(field('key'));
    for (const quantity of [0, -1, 1_000_001, null]) {
      expect(await said(name, { ...given, quantity })).toMatchObject(field('quantity'));
    }
    expect(await said(name, { ...given, rental_from: null })).toMatchObject(field('rental_from'));
    for (const rental_to of [null, today(9), today(400), 'infinity']) {
      expect(await said(name, { ...given, rental_to })).toMatchObject(field('rental_to'));
    }
    for (const rental_from of ['-infinity', 'infinity', '0001-01-01']) {
      expect(await said(name, { ...given, rental_from })).toMatchObject(field('rental_from'));
    }
    expect(await said(name, { ...given, reason: 'x'.repeat(501) })).toMatchObject(field('reason'));
    for (const wrong of [{ id: randomUUID() }, { type: 'gear' }, { id: null }, { type: null }]) {
      expect(await said(name, { ...given, ...wrong })).toMatchObject({ code: 'PT404' });
    }
  });
});

describe('a sub-rental', () => {
  test('adds pieces, the turnaround included, once for each key', async () => {
    const sari = await item(1, 'clothes');
    const given = await fact(sari, { quantity: 2, reason: '' });
    const made = await call('add_sub_rental', given);
    expect(made).toMatchObject({
      kind: 'sub_rental',
      reason: null,
      blocked: `[${today(10)},${today(14)})`,
    });
    expect(await call('add_sub_rental', given)).toEqual(made);
    await book({ item: sari, quantity: 3 });
    expect((await days(sari)).at(-1)).toBe('13: 3/3/0/0');
    await call('release_reservation', { id: made.id });
    expect((await days(sari)).at(-1)).toBe('13: 1/3/0/2');
  });
});

test('only these two kinds of reservation are released by their id', async () => {
  const sofa = await item(2);
  await book({ item: sofa });
  await hold((await enquire({ item: sofa })).id);
  const rows = await studio.db.owner<{ id: string }[]>`
    select id from reservations where item_id = ${sofa}`;
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    expect(await said('release_reservation', { id })).toMatchObject({ code: 'PT422' });
  }
  expect(await said('release_reservation', { id: randomUUID() })).toMatchObject({ code: 'PT404' });
  expect(await reserved(sofa)).toEqual(['hold held 1', 'rental booked 1']);
});

describe('turnaround', () => {
  test('of an item is its own or its kind’s, and moves nothing that is booked', async () => {
    const sari = await item(1, 'clothes');
    await book({ item: sari });
    const set = async (days_: unknown) =>
      call('set_turnaround', { ...(await of(sari)), days: days_ }, 'inventory_user');
    expect(await set(3)).toEqual({ turnaround_days: 3, own_turnaround_days: 3 });
    expect((await days(sari)).at(-1)).toBe('13: 1/1/0/0');
    await book({ item: sari, from: 20, to: 20 });
    expect((await days(sari)).at(-1)).toBe('23: 1/1/0/0');
    expect(await set(null)).toEqual({ turnaround_days: 1, own_turnaround_days: null });
    for (const wrong of [-1, 31]) {
      expect(await said('set_turnaround', { ...(await of(sari)), days: wrong })).toMatchObject(
        field('days'),
      );
    }
    // The registry's other writer leaves it alone.
    await set(2);
    await studio.db.owner`update clothes set price = 9 where id = ${sari}`;
    expect(await call('item_reservations', await of(sari))).toMatchObject({
      own_turnaround_days: 2,
    });
  });
});

describe('the settings of availability', () => {
  const read = () => call<Given>('availability_settings', {}, 'inventory_user');
  const save = (given: Given, caller: 'admin' | 'crm_user' = 'admin') =>
    call<Given>('change_availability_settings', given, caller);

  test('are saved as a whole, and not over what somebody else saved', async () => {
    const first = await read();
    expect(first).toEqual({
      shows: 'exact',
      turnaround: { prop: 0, cloth: 1, backdrop: 0, gear: 0, set: 0, crew: 0 },
      closed_weekdays: [],
      closed_days: [],
      updated_at: expect.any(String) as unknown,
    });
    const { updated_at: expected_updated_at, ...present } = first;
    const wanted = {
      ...present,
      shows: 'yes-no',
      turnaround: { gear: 2 },
      closed_weekdays: [7, 2, 7],
      closed_days: [{ day: '2030-01-26', reason: ' Republic Day ' }, { day: '2030-01-02' }],
      expected_updated_at,
    };
    const saved = await save(wanted);
    expect(saved).toMatchObject({
      shows: 'yes-no',
      turnaround: { prop: 0, cloth: 1, gear: 2 },
      closed_weekdays: [2, 7],
      closed_days: [
        { day: '2030-01-02', reason: null },
        { day: '2030-01-26', reason: 'Republic Day' },
      ],
    });
    // A repeat whose answer was lost is no conflict.
    expect(await save(wanted)).toEqual(saved);
    const conflict = await said(
      'change_availability_settings',
      { ...wanted, shows: 'off' },
      'admin',
    );
    expect(conflict.code).toBe('PT409');
    expect(JSON.parse(conflict.detail ?? '')).toEqual(saved);
    await save({ ...present, expected_updated_at: saved['updated_at'] });
    expect({ ...(await read()), updated_at: expected_updated_at }).toEqual(first);
  });

  test('are checked', async () => {
    const { updated_at: expected_updated_at, ...present } = await read();
    for (const [name, values] of Object.entries({
      shows: ['all', null],
      turnaround: [null, [], { prop: 31 }, { prop: 1.5 }, { prop: '1' }, { boat: 1 }],
      closed_weekdays: [null, [0], [8], ['null'], [1, 2, 3, 4, 5, 6, 7]],
      closed_days: [
        null,
        {},
        ['2030-01-01'],
        [{}],
        [{ day: 'tomorrow' }],
        [{ day: '2030-01-01' }, { day: '2030-01-01' }],
        [{ day: '2030-01-01', reason: 'x'.repeat(201) }],
      ],
    })) {
      for (const value of values) {
        const given = { ...present, expected_updated_at, [name]: value };
        const answer = await said('change_availability_settings', given, 'admin');
        expect({ value, ...answer }).toMatchObject({ value, ...field(name) });
      }
    }
    expect(
      await said('change_availability_settings', { ...present, expected_updated_at }),
    ).toMatchObject({
      code: '42501',
    });
  });
});

describe('an item’s reservations', () => {
  test('are its days and what fills them; who it is for is the CRM’s to know', async () => {
    const sari = await item(2, 'clothes');
    const order = await book({ item: sari });
    const asked = await enquire({ item: sari, from: 12, to: 12 });
    await hold(asked.id);
    const gone = await enquire({ item: sari, from: 20, to: 20 });
    await hold(gone.id);
    await stock.expire(gone.id);
    await call(
      'set_out_of_service',
      await fact(sari, { rental_from: today(13), rental_to: today(13) }),
    );
    const given = await of(sari);
    const told = await call('item_reservations', given);
    const day = (
      n: number,
      booked: number,
      held: number,
      room: number,
      free: number,
      short: number,
    ) => ({
      day: today(n),
      room,
      booked,
      held,
      free,
      short,
    });
    expect(told).toMatchObject({
      of: 2,
      turnaround_days: 1,
      own_turnaround_days: null,
      shows: 'exact',
      days: [
        day(10, 1, 0, 2, 1, 0),
        day(11, 1, 0, 2, 1, 0),
        day(12, 1, 1, 2, 0, 0),
        day(13, 1, 1, 1, 0, 1),
      ],
      reservations: [
        {
          kind: 'rental',
          status: 'booked',
          quantity: 1,
          rental_from: today(10),
          rental_to: today(12),
          blocked_to: today(13),
          expires_at: null,
          order: { id: order.id, order_number: order['order_number'], customer: 'Asha Rao' },
          enquiry: null,
        },
        {
          kind: 'hold',
          expires_at: expect.any(String) as unknown,
          enquiry: { id: asked.id, enquiry_number: asked.number, customer: 'Asha Rao' },
        },
        { kind: 'out_of_service', reason: 'Broken leg', order: null, enquiry: null },
      ],
    });
    const plain = await call('item_reservations', given, 'inventory_user');
    expect(JSON.stringify(plain)).not.toMatch(/Asha|ORD-|ENQ-/);
    expect(plain).toEqual({
      ...told,
      reservations: (told['reservations'] as Given[]).map((each) => ({
        ...each,
        order: null,
        enquiry: null,
      })),
    });
    const part = await call('item_reservations', { ...given, from_day: today(12), days: 1 });
    expect(part['days']).toHaveLength(1);
    expect(part['reservations']).toHaveLength(2);
  });

  test('of a kit count whole kits', async () => {
    const [kit, sofa] = [await item(0, 'sets'), await item(5)];
    await stock.contain(kit, { [sofa]: 2 });
    await book({ item: sofa, quantity: 2, from: 11, to: 11 });
    const told = await call('item_reservations', await of(kit));
    expect(told).toMatchObject({ of: 2, days: [{ day: today(11), free: 1 }], reservations: [] });
  });

  test('need days, and an item that is there', async () => {
    const given = await of(await item(1));
    for (const wrong of [
      { days: 0 },
      { days: 367 },
      { from_day: 'infinity' },
      { from_day: '0001-01-01' },
    ]) {
      expect(await said('item_reservations', { ...given, ...wrong })).toMatchObject({
        code: 'PT400',
      });
    }
    expect(await said('item_reservations', { ...given, type: 'gear' })).toMatchObject({
      code: 'PT404',
    });
  });
});

test('only staff call these functions', async () => {
  const given = await fact(await item(1));
  const { type, id } = given;
  const calls: [name: string, given: Given][] = [
    ['set_out_of_service', given],
    ['add_sub_rental', given],
    ['release_reservation', { id: randomUUID() }],
    ['conflicts', {}],
    ['item_reservations', { type, id }],
    ['set_turnaround', { type, id, days: 1 }],
    ['components', { type, id }],
    ['set_components', { type, id, components: [] }],
    ['availability_settings', {}],
  ];
  for (const caller of CALLERS) {
    const answers: string[] = [];
    for (const [name, sent] of calls) {
      const asked = call(name, { ...sent, ...('key' in sent && { key: randomUUID() }) }, caller);
      // oxlint-disable-next-line no-await-in-loop -- why: together they would wait for each other's locks.
      const answer = await asked.then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      answers.push(answer);
    }
    const staff = ['admin', 'crm_user', 'inventory_user'].includes(caller);
    const reads = caller === 'storekeeper' ? ['conflicts', 'item_reservations'] : [];
    expect({ caller, answers }).toEqual({
      caller,
      answers: calls.map(([name]) =>
        !staff && !reads.includes(name)
          ? '42501'
          : name === 'release_reservation'
            ? 'PT404'
            : 'done',
      ),
    });
  }
});

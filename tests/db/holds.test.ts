import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { expectShort, useStaffStock } from './staff-stock.ts';
import { committedAs } from './studio.ts';

const { studio, call, said, item, enquire, convert, book, hold, days, reserved, events, ...stock } =
  useStaffStock();

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const close = (id: string, status = 'closed') =>
  committedAs(
    studio.db,
    studio.who('crm_user'),
    (sql) => sql`update enquiry_orders set status = ${status} where id = ${id}`,
  );

describe('a hold', () => {
  test('keeps every line of an enquiry until it ends, and is logged', async () => {
    const [sofa, lamp] = [await item(2), await item(1)];
    const { id } = await enquire({ item: sofa, quantity: 2 }, { item: lamp, from: 11, to: 11 });
    const until = soon();
    const told = await call('hold_enquiry', { id, until, key: randomUUID() });
    expect(told).toMatchObject({ id, status: 'pending', hold_extensions: 0 });
    expect(Date.parse(told['held_until'] as string)).toBe(Date.parse(until));
    for (const text of ['message', 'contact_first_name', 'contact_last_name', 'contact_email']) {
      expect(told).not.toHaveProperty(text);
    }
    expect(await days(sofa)).toEqual(['10: 2/0/2/0', '11: 2/0/2/0', '12: 2/0/2/0']);
    expect(await days(lamp)).toEqual(['11: 1/0/1/0']);
    expect((await events(id)).slice(1)).toEqual([['held', null, until]]);
    const [row] = await studio.db.owner`
      select created_by from reservations where item_id = ${sofa}`;
    expect(row).toEqual({ created_by: studio.who('crm_user').sub });
    const other = await enquire({ item: sofa });
    expectShort(await said('convert_enquiry_to_order', { id: other.id }), [
      { id: sofa, wanted: 1, free: 0, days: [10, 11, 12] },
    ]);
  });

  test('of what is not free is refused with the lines and leaves the former hold', async () => {
    const [sofa, lamp] = [await item(1), await item(1)];
    await book({ item: lamp });
    const { id } = await enquire({ item: sofa }, { item: lamp });
    expectShort(await said('hold_enquiry', { id, until: soon(), key: randomUUID() }), [
      { id: lamp, wanted: 1, free: 0, days: [10, 11, 12] },
    ]);
    expect(await days(sofa)).toEqual([]);
    const [row] = await studio.db.owner`select held_until from enquiry_orders where id = ${id}`;
    expect(row).toEqual({ held_until: null });
  });

  test('can be extended twice, also after it ended', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id, 1);
    expect(await hold(id, 2)).toMatchObject({ hold_extensions: 1 });
    await stock.expire(id);
    expect(await hold(id, 3)).toMatchObject({ hold_extensions: 2 });
    expect(await reserved(sofa)).toEqual(['hold held 1', 'hold released 1']);
    expect(await days(sofa)).toEqual(['10: 1/0/1/0', '11: 1/0/1/0', '12: 1/0/1/0']);
    const third = await said('hold_enquiry', { id, until: soon(), key: randomUUID() });
    expect(third).toMatchObject({ code: 'PT409', detail: '{"reason": "extended_twice"}' });
    await call('release_hold', { id });
    expect(await said('hold_enquiry', { id, until: soon(), key: randomUUID() })).toEqual(third);
  });

  test('that ended may be gone to somebody else: extending it is refused', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id);
    await stock.expire(id);
    await book({ item: sofa });
    expectShort(await said('hold_enquiry', { id, until: soon(), key: randomUUID() }), [
      { id: sofa, wanted: 1, free: 0, days: [10, 11, 12] },
    ]);
    expect(await reserved(sofa)).toEqual(['hold released 1', 'rental booked 1']);
  });

  test('with the same key is made once', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    const given = { id, until: soon(), key: randomUUID() };
    const answers = await Promise.all([call('hold_enquiry', given), call('hold_enquiry', given)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ hold_extensions: 0 });
    expect(await reserved(sofa)).toEqual(['hold held 1']);
    expect(await said('hold_enquiry', { ...given, until: null })).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
    await call('release_hold', { id });
    expect(await call('hold_enquiry', given)).toEqual(answers[0]);
    expect(await days(sofa)).toEqual([]);
  });

  test('must end in the future and before the first day begins in the studio', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa, from: 10 }, { item: sofa, from: 3, to: 3 });
    const midnight = `${today(3)}T00:00:00+05:30`;
    const before = `${today(2)}T23:59:59+05:30`;
    for (const until of [midnight, 'infinity', '-infinity', '2020-01-01T00:00:00Z', null]) {
      expect(await said('hold_enquiry', { id, until, key: randomUUID() })).toMatchObject({
        code: 'PT422',
        detail: '{"field": "until"}',
      });
    }
    expect(await said('hold_enquiry', { id, until: before, key: null })).toMatchObject({
      code: 'PT422',
      detail: '{"field": "key"}',
    });
    await call('hold_enquiry', { id, until: before, key: randomUUID() });
    const dateless = await enquire();
    expect(
      await said('hold_enquiry', { id: dateless.id, until: soon(), key: randomUUID() }),
    ).toMatchObject({ code: 'PT422', message: 'This enquiry has no dates to hold.' });
  });

  test('of a kit holds the kit and its parts, with the turnaround of each', async () => {
    const [kit, sofa, sari] = [await item(1, 'sets'), await item(4), await item(2, 'clothes')];
    await stock.contain(kit, { [sofa]: 2, [sari]: 1 });
    const { id } = await enquire({ item: kit });
    await hold(id);
    expect(await days(kit)).toEqual(['10: 1/0/1/0', '11: 1/0/1/0', '12: 1/0/1/0']);
    expect(await days(sofa)).toEqual(['10: 4/0/2/0', '11: 4/0/2/0', '12: 4/0/2/0']);
    expect(await days(sari)).toEqual(['10', '11', '12', '13'].map((day) => `${day}: 2/0/1/0`));
  });
});

describe('a hold ends', () => {
  test('when it is released, which is idempotent', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    const { held_until } = await hold(id);
    const told = await call('release_hold', { id });
    expect(told).toMatchObject({ id, held_until: null });
    expect(await call('release_hold', { id })).toEqual(told);
    expect(await days(sofa)).toEqual([]);
    const log = await events(id);
    const until = new Date(held_until as string).toISOString();
    expect(log.slice(1)).toEqual([
      ['held', null, until],
      ['hold_released', until, null],
    ]);
  });

  test.each(['closed', 'spare'])('when the enquiry becomes "%s"', async (status) => {
    await studio.db.owner`
      update crm_rental_enquiry_statuses set is_open = false where value = 'spare'`;
    const [sofa, lamp] = [await item(1), await item(1)];
    const { id } = await enquire({ item: sofa }, { item: lamp });
    await hold(id);
    await close(id, status);
    expect(await days(sofa)).toEqual([]);
    expect(await reserved(lamp)).toEqual(['hold released 1']);
    expect((await events(id)).at(-1)).toEqual(['status', 'pending', status]);
    expect(await said('hold_enquiry', { id, until: soon(), key: randomUUID() })).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(/^Only an open enquiry can be held; ENQ-\d{5} is "/),
    });
  });

  test('not when it gets another open status', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id);
    await close(id, 'quoted');
    expect(await reserved(sofa)).toEqual(['hold held 1']);
  });

  test('with the conversion, which takes its items', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id);
    await convert(id);
    expect(await reserved(sofa)).toEqual(['hold released 1', 'rental booked 1']);
    expect(await days(sofa)).toEqual(['10: 1/1/0/0', '11: 1/1/0/0', '12: 1/1/0/0']);
    const [row] = await studio.db.owner`select held_until from enquiry_orders where id = ${id}`;
    expect(row).toEqual({ held_until: null });
  });

  test('when the customer is erased', async () => {
    const sofa = await item(1);
    const [person] = await studio.db.owner<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('Gone', 'Soon', '+919811111111', 'gone@example.test') returning id`;
    const customer = person?.id ?? '';
    const enquiries = [
      await enquire({ item: sofa, from: 20, to: 21 }),
      await enquire({ item: sofa }),
    ];
    for (const { id } of enquiries) {
      await studio.db.owner`
        update enquiry_orders set customer_id = ${customer}, contact_email = 'gone@example.test'
        where id = ${id}`;
      await hold(id);
    }
    await call('erase_customer', { id: customer }, 'admin');
    expect(await days(sofa)).toEqual([]);
    const [left] = await studio.db.owner`
      select count(*)::int as n from private.idempotency_keys
      where response::text ~ 'gone@example|Secret wish'`;
    expect(left).toEqual({ n: 0 });
  });

  test('by itself: its pieces can be booked', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    await hold(id);
    await stock.expire(id);
    await book({ item: sofa });
    expect(await days(sofa)).toEqual(['10: 1/1/0/0', '11: 1/1/0/0', '12: 1/1/0/0']);
    await call('release_hold', { id });
    expect((await events(id)).map(([what]) => what)).toEqual(['created', 'held']);
  });
});

describe('rights', () => {
  test.each(['anon', 'no profile', 'inventory_user', 'service_role'] as const)(
    '%s neither holds nor releases, nor learns which enquiries exist',
    async (caller) => {
      const { id } = await enquire();
      for (const [name, more] of [
        ['hold_enquiry', { until: soon(), key: randomUUID() }],
        ['release_hold', {}],
      ] as const) {
        const known = await said(name, { id, ...more }, caller);
        expect(known.code).toBe('42501');
        expect(await said(name, { id: randomUUID(), ...more }, caller)).toEqual(known);
      }
    },
  );

  test('an unknown enquiry is told to staff', async () => {
    for (const id of [randomUUID(), null]) {
      expect(await said('release_hold', { id })).toMatchObject({ code: 'PT404' });
      expect(await said('hold_enquiry', { id, until: soon(), key: randomUUID() })).toMatchObject({
        code: 'PT404',
      });
    }
  });
});

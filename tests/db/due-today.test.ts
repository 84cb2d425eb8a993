import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { committedAs } from './studio.ts';
import { useStaffStock } from './staff-stock.ts';
import type { Answer, Given, Line } from './staff-stock.ts';

const { studio, call, said, item, enquire, book, hold, shift, setStatus } = useStaffStock();

interface DueOrder extends Given {
  order_number: string;
  pieces: number;
  out: number;
  back: number;
  late_days: number;
}
interface DueEnquiry extends Given {
  id: string;
}
interface Due {
  day: string;
  going_out: DueOrder[];
  coming_back: DueOrder[];
  overdue: DueOrder[];
  conflicts: number;
  unanswered: DueEnquiry[];
  waiting: DueEnquiry[];
  holds: DueEnquiry[];
  hired: (DueEnquiry & { quantity: number })[];
  totals: Record<string, number>;
}

const due = (given: Given = {}) => call<Due>('due_today', given);
const order = async (...lines: Line[]) =>
  (await book(...lines)) as Answer & { order_number: string };
/** Figures of an order in a list; null if it is not listed. */
const inList = (list: DueOrder[], { order_number }: { order_number: string }) => {
  const found = list.find((one) => one.order_number === order_number);
  return found ? [found.pieces, found.out, found.back, found.late_days] : null;
};

describe('orders of a day', () => {
  test('go out on their first day and come back on their last, in pieces', async () => {
    const [sofa, lamp] = [await item(5), await item(3)];
    const made = await order(
      { item: sofa, quantity: 4, from: 0, to: 2 },
      { item: lamp, from: 0, to: 2 },
    );
    const now = await due();
    expect(now.day).toBe(today(0));
    expect(inList(now.going_out, made)).toEqual([5, 0, 0, 0]);
    expect(inList(now.coming_back, made)).toBeNull();
    const listed = now.going_out.find((one) => one.order_number === made.order_number);
    expect(listed?.['customer']).toMatchObject({
      id: studio.ids.customer,
      mobile: expect.any(String) as unknown,
    });
    const last = await due({ day: today(2) });
    expect(inList(last.coming_back, made)).toEqual([5, 0, 0, 0]);
    expect(inList(last.going_out, made)).toBeNull();
    expect(inList((await due({ day: today(3) })).coming_back, made)).toBeNull();
    await setStatus(made.id, 'in_progress');
    expect(inList((await due()).going_out, made)).toEqual([5, 5, 0, 0]);
    await setStatus(made.id, 'cancelled');
    expect(inList((await due()).going_out, made)).toBeNull();
  });

  test('that were not picked up on their first day still go out', async () => {
    const made = await order({ item: await item(1), from: 0, to: 2 });
    await shift(made.id, 1);
    expect(inList((await due()).going_out, made)).toEqual([1, 0, 0, 0]);
    await setStatus(made.id, 'in_progress');
    expect(inList((await due()).going_out, made)).toBeNull();
  });

  test('are overdue after their last day, and not on another day’s page', async () => {
    const made = await order({ item: await item(2), quantity: 2, from: 0, to: 1 });
    await setStatus(made.id, 'in_progress');
    await shift(made.id, 4);
    const now = await due();
    expect(inList(now.overdue, made)).toEqual([2, 2, 0, 3]);
    expect(inList(now.coming_back, made)).toBeNull();
    expect(inList((await due({ day: today(1) })).overdue, made)).toBeNull();
    await setStatus(made.id, 'returned');
    expect(inList((await due()).overdue, made)).toBeNull();
  });

  test('are listed by the owner', async () => {
    const made = await order({ item: await item(1), from: 0, to: 0 });
    const me = studio.who('crm_user').sub;
    expect(inList((await due({ assignee: 'me' })).going_out, made)).toBeNull();
    expect(inList((await due({ assignee: 'none' })).going_out, made)).toEqual([1, 0, 0, 0]);
    await studio.db.owner`update orders set assigned_to = ${me ?? null} where id = ${made.id}`;
    expect(inList((await due({ assignee: 'me' })).going_out, made)).toEqual([1, 0, 0, 0]);
    expect(inList((await due({ assignee: me })).going_out, made)).toEqual([1, 0, 0, 0]);
    expect(inList((await due({ assignee: 'none' })).going_out, made)).toBeNull();
    expect(await said('due_today', { assignee: 'us' })).toMatchObject({ code: 'PT400' });
  });

  test('are counted in full beyond the first 50', async () => {
    const sofa = await item(100);
    const before = (await due({ day: today(40) })).totals['going_out'];
    for (let at = 0; at < 52; at += 1) await order({ item: sofa, from: 40, to: 40 });
    const { going_out, totals } = await due({ day: today(40) });
    expect(going_out).toHaveLength(50);
    expect(totals['going_out']).toBe(Number(before) + 52);
    const few = await due({ day: today(40), most: 3 });
    expect(few.going_out).toEqual(going_out.slice(0, 3));
    expect(few.totals).toEqual(totals);
    const all = await due({ day: today(40), most: 500 });
    expect(all.going_out).toHaveLength(Number(totals['going_out']));
    for (const most of [0, 501, null]) {
      expect(await said('due_today', { most })).toMatchObject({ code: 'PT400' });
    }
  });

  test('of which pieces wait for a later day come before those that are out as a whole', async () => {
    const [sofa, lamp] = [await item(2), await item(2)];
    const whole = await order({ item: sofa, from: 60, to: 61 });
    const partly = await order({ item: sofa, from: 60, to: 61 }, { item: lamp, from: 63, to: 64 });
    await setStatus(whole.id, 'in_progress');
    const line = await studio.db.owner<{ id: string }[]>`
      select id from order_items where order_id = ${partly.id} and rental_from = ${today(60)}`;
    const moved = JSON.stringify([{ line: line[0]?.id, item: sofa, quantity: 1 }]);
    await committedAs(
      studio.db,
      studio.who('crm_user'),
      (sql) => sql`select hand_over(${partly.id}, ${moved}::text::jsonb, key => ${randomUUID()})`,
    );
    const { going_out } = await due({ day: today(60) });
    const numbers = going_out.map(({ order_number }) => order_number);
    expect(numbers).toEqual([partly.order_number, whole.order_number]);
    expect(inList(going_out, partly)).toEqual([2, 1, 0, 0]);
    expect(inList(going_out, whole)).toEqual([1, 1, 0, 0]);
  });
});

describe('pieces hired in', () => {
  test('are on Today on their last day, and go with the order they were hired in for', async () => {
    const lamp = await item(1);
    const hire = (to: number) =>
      call('add_sub_rental', {
        type: 'prop',
        id: lamp,
        quantity: 2,
        rental_from: today(0),
        rental_to: today(to),
        reason: 'Light House',
        key: randomUUID(),
      });
    const [now, later, ended] = [await hire(0), await hire(2), await hire(0)];
    await studio.db.owner`update reservations set status = 'released' where id = ${ended.id}`;
    const made = await order({ item: await item(1), from: 0, to: 2 });
    const me = studio.who('crm_user').sub ?? null;
    await studio.db.owner`update orders set assigned_to = ${me} where id = ${made.id}`;
    const listed = async (given: Given = {}) => {
      const { hired, totals } = await due(given);
      expect(totals['hired']).toBe(hired.length);
      return hired.map(({ id }) => id);
    };
    const [first] = (await due()).hired;
    expect(first).toMatchObject({
      id: now.id,
      item: { type: 'prop', name: expect.any(String) as unknown },
      quantity: 2,
      supplier: 'Light House',
      order_number: null,
    });
    expect(await listed()).toEqual([now.id]);
    expect(await listed({ day: today(1) })).toEqual([]);
    expect(await listed({ day: today(2) })).toEqual([later.id]);
    expect(await listed({ assignee: 'me' })).toEqual([]);
    expect(await listed({ assignee: 'none' })).toEqual([now.id]);
    await studio.db.owner`
      update reservations set order_item_id = (select id from order_items where order_id = ${made.id})
      where id = ${now.id}`;
    expect(await listed({ assignee: 'me' })).toEqual([now.id]);
    expect(await listed({ assignee: 'none' })).toEqual([]);
    expect((await due()).hired[0]).toMatchObject({ order_number: made.order_number });
  });
});

describe('enquiries', () => {
  test('without an answer are listed oldest first, late after 24 hours', async () => {
    const [old, young] = [await enquire(), await enquire()];
    await studio.db.owner`
      update enquiry_orders set created_at = now() - interval '25 hours 30 minutes' where id = ${old.id}`;
    const { unanswered } = await due();
    const mine = unanswered.filter(({ id }) => [old.id, young.id].includes(id));
    expect(mine).toMatchObject([
      { id: old.id, hours: 25.5, late: true, owner: null },
      { id: young.id, hours: 0, late: false },
    ]);
    await studio.db.owner`update enquiry_orders set status = 'contacted' where id = ${old.id}`;
    expect((await due()).unanswered.map(({ id }) => id)).not.toContain(old.id);
    expect((await due({ day: today(1) })).unanswered).toEqual([]);
  });

  test('that wait as second option are listed once they fit', async () => {
    const sofa = await item(1);
    const [holder, second] = [await enquire({ item: sofa }), await enquire({ item: sofa })];
    await hold(holder.id, 2);
    await studio.db.owner`update enquiry_orders set waiting_since = now() where id = ${second.id}`;
    expect((await due()).waiting.map(({ id }) => id)).not.toContain(second.id);
    expect((await due()).holds.map(({ id }) => id)).toContain(holder.id);
    await call('release_hold', { id: holder.id });
    expect((await due()).waiting.map(({ id }) => id)).toContain(second.id);
    expect((await due()).holds.map(({ id }) => id)).not.toContain(holder.id);
    const away = await hold(holder.id, 30);
    expect((await due()).holds.map(({ id }) => id)).not.toContain(away.id);
  });
});

test('the inventory role is refused', async () => {
  expect(await said('due_today', {}, 'inventory_user')).toMatchObject({ code: '42501' });
});

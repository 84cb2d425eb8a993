import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { untilNotBusy, untilWaiting } from '#tests/support/waiting.ts';
import { useMerges, type Row } from './merge-calls.ts';
import { committedAs, refusal, sqlState } from './studio.ts';
import type { CallerName } from './studio.ts';

const {
  studio,
  run,
  called,
  merge,
  undo,
  record,
  refused,
  nextMobile,
  enquire,
  customerWith,
  customer,
  owned,
  figures,
  age,
} = useMerges();

describe('merging two customers', () => {
  test('moves everything, keeps the figures exact, and is undone within a day', async () => {
    const [asha, other] = [await customer(), await customer()];
    const before = [await record(asha.id), await record(other.id)];
    const key = randomUUID();
    const merged = await merge(asha.id, other.id, [], key);
    expect(merged).toEqual({
      merge: expect.any(String),
      into: before[0]!['customer_number'],
      from: before[1]!['customer_number'],
    });
    expect(await merge(asha.id, other.id, [], key)).toEqual(merged);
    expect(await owned(asha.id)).toEqual({ enquiries: 4, orders: 2, messages: 2, notes: 2 });
    expect(await owned(other.id)).toEqual({ enquiries: 0, orders: 0, messages: 0, notes: 0 });
    const sums = await figures();
    expect(sums.counted).toEqual(sums.recounted);

    const told = await record(asha.id);
    expect(told).toMatchObject({
      mobile: asha.mobile,
      merged_into: null,
      merges: [
        {
          id: merged['merge'],
          customer_number: merged['from'],
          mobile: other.mobile,
          undo_until: expect.any(String),
        },
      ],
    });
    const timeline = told['timeline'] as Row[];
    expect(timeline).toHaveLength(
      1 + (before[0]!['timeline'] as Row[]).length + (before[1]!['timeline'] as Row[]).length,
    );
    expect(timeline[0]).toMatchObject({ what: 'merged', to: merged['from'], actor: 'staff' });
    expect(
      timeline.filter(({ what, number }) => what === 'created' && number === merged['from']),
    ).toHaveLength(1);
    expect(await record(other.id)).toMatchObject({
      merged_into: { id: asha.id, customer_number: merged['into'] },
      enquiries: [],
      orders: [],
      timeline: [],
    });
    // Lists leave the merged customer out; its number finds the one that remains.
    expect(await called('search_leads(q => $1)', [other.mobile])).toMatchObject({
      total: 1,
      items: [{ id: asha.id }],
    });
    expect(await called('search_leads(customer_id => $1)', [other.id])).toMatchObject({ total: 0 });
    expect(await called('crm_counts($1)', [other.id])).toMatchObject({ leads: 0, enquiries: 0 });
    expect(await called('search_orders(q => $1)', [other.mobile])).toMatchObject({ total: 2 });

    // Arrives during the merge; a conversion and a note of moved records return with them.
    await enquire(other.mobile);
    const [moved] = await studio.db.owner<{ id: string }[]>`
      select asked.id from enquiry_orders asked
      where status = 'pending' and customer_id = ${asha.id} and ${other.id} in (
        select from_id from customer_merges where moved -> 'enquiries' ? asked.id::text)`;
    await called('convert_enquiry_to_order($1)', [moved!.id]);
    await run('insert into customer_notes (enquiry_order_id, note) values ($1, $2)', [
      moved!.id,
      'Call back',
    ]);
    expect(await undo(merged['merge'])).toEqual(merged);
    expect(await owned(other.id)).toEqual({ enquiries: 2, orders: 2, messages: 1, notes: 2 });
    expect(await owned(asha.id)).toEqual({ enquiries: 3, orders: 1, messages: 1, notes: 1 });
    const again = await figures();
    expect(again.counted).toEqual(again.recounted);
    const [mine, theirs] = [await record(asha.id), await record(other.id)];
    expect(theirs).toMatchObject({ merged_into: null, mobile: other.mobile });
    expect((mine['timeline'] as Row[]).map(({ what }) => what).slice(0, 2)).toEqual([
      'unmerged',
      'created',
    ]);
    expect((theirs['timeline'] as Row[]).map(({ what }) => what).slice(0, 3)).toEqual([
      'unmerged',
      'note_added',
      'converted',
    ]);
    expect(await refused(undo(merged['merge']))).toEqual({ code: 'PT409', reason: 'undone' });
  });

  test('exchanges the selected details, and back', async () => {
    const [asha, other] = [await customer(), await customer()];
    await studio.db.owner`
      update customers set first_name = 'Usha', email = 'usha@two.test', assigned_to = ${studio.who('admin').sub!}
      where id = ${other.id}`;
    const merged = await merge(asha.id, other.id, ['first_name', 'email', 'mobile', 'assigned_to']);
    expect(await record(asha.id)).toMatchObject({
      first_name: 'Usha',
      last_name: 'Rao',
      email: 'usha@two.test',
      mobile: other.mobile,
      assigned_to: studio.who('admin').sub,
    });
    await enquire(asha.mobile);
    expect(await owned(asha.id)).toMatchObject({ enquiries: 5 });
    await undo(merged['merge']);
    expect(await record(asha.id)).toMatchObject({
      first_name: 'Asha',
      mobile: asha.mobile,
      assigned_to: null,
    });
    expect(await record(other.id)).toMatchObject({ first_name: 'Usha', mobile: other.mobile });
  });

  test('leads enquiries and messages from all of their numbers to the last one', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    const first = await merge(two.id, one.id);
    const second = await merge(three.id, two.id);
    await enquire(one.mobile);
    expect(await owned(three.id)).toMatchObject({ enquiries: 7, orders: 3 });
    expect(await record(one.id)).toMatchObject({ merged_into: { id: three.id } });
    expect(await refused(undo(first['merge']))).toEqual({ code: 'PT409', reason: 'later_merge' });
    await undo(second['merge']);
    await undo(first['merge']);
    expect(await owned(one.id)).toMatchObject({ enquiries: 2 });
  });

  test('waits for a merge under way before it follows a merged number', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    await merge(two.id, one.id);
    const { sent } = await committedAs(studio.db, studio.who('admin'), async (sql) => {
      await sql`select merge_customers(${three.id}, ${two.id}, ${randomUUID()})`;
      // why in an object: a returned promise would be awaited before the commit that it waits for.
      const arriving = { sent: untilNotBusy(() => enquire(one.mobile)) };
      await untilWaiting(studio.db.owner);
      // It waits without a lock on the merged customer, so that it is in no deadlock with a merge.
      await studio.db.owner`select from customers where id = ${one.id} for update nowait`;
      return arriving;
    });
    await sent;
    expect(await owned(two.id)).toMatchObject({ enquiries: 0 });
    expect(await owned(three.id)).toMatchObject({ enquiries: 7 });
  });

  test('is refused for unknown, erased and merged customers, and after a day', async () => {
    const [asha, other] = [await customer(), await customer()];
    const [gone] = await studio.db.owner<{ id: string }[]>`
      insert into customers (erased_at) values (now()) returning id`;
    expect(await refused(merge(asha.id, asha.id))).toEqual({ code: 'PT422', field: 'from' });
    expect(await refused(merge(asha.id, other.id, ['erased_at']))).toEqual({
      code: 'PT422',
      field: 'details',
    });
    expect(await refused(merge(asha.id, randomUUID()))).toEqual({ code: 'PT404' });
    expect(await refused(merge(asha.id, gone!.id))).toEqual({ code: 'PT409', reason: 'erased' });
    expect(await refused(undo(randomUUID()))).toEqual({ code: 'PT404' });
    const { merge: id } = await merge(asha.id, other.id);
    expect(await refused(merge(asha.id, other.id))).toEqual({ code: 'PT409', reason: 'merged' });
    expect(await refused(merge(other.id, asha.id))).toEqual({ code: 'PT409', reason: 'merged' });
    const note = run('insert into customer_notes (customer_id, note) values ($1, $2)', [
      other.id,
      'x',
    ]);
    expect((await refusal(note)).code).toBe('PT409');
    const { updated_at: seen } = await record(other.id);
    const edit = called('correct_customer($1, $2, $3, $4, $5::text::timestamptz)', [
      other.id,
      'A',
      'B',
      'a@b.test',
      seen as string,
    ]);
    expect((await refusal(edit)).code).toBe('PT409');
    await age(id);
    expect(await refused(undo(id))).toEqual({ code: 'PT409', reason: 'too_late' });
    expect(await record(asha.id)).toMatchObject({ merges: [{ undo_until: null }] });
  });

  test('is for CRM staff', async () => {
    for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
      const [a, b] = [randomUUID(), randomUUID()];
      const tried = called('merge_customers($1, $2, $3)', [a, b, randomUUID()], caller);
      expect((await refusal(tried)).code).toBe('42501');
      expect((await refusal(called('undo_merge($1, $2)', [a, b], caller))).code).toBe('42501');
    }
  });

  test(
    'during enquiries, notes, merges and undos nothing is lost or left with a merged customer',
    { tags: ['long'] },
    async () => {
      for (let round = 0; round < 6; round += 1) {
        const [asha, other] = [await customer(), await customer()];
        const outcomes = await Promise.all([
          merge(asha.id, other.id)
            .then(() => 'merged')
            .catch(sqlState),
          merge(other.id, asha.id)
            .then(() => 'merged')
            .catch(sqlState),
          ...[1, 2, 3, 4].map(async () => {
            await enquire(other.mobile);
            await enquire(asha.mobile);
            return 'sent';
          }),
          run('insert into customer_notes (customer_id, note) values ($1, $2)', [other.id, 'x'])
            .then(() => 'noted')
            .catch(sqlState),
        ]);
        expect(outcomes.slice(0, 2).toSorted()).toEqual(['PT409', 'merged']);
        const [left] = await studio.db.owner<Row[]>`
        select count(*)::int as n from customers c where c.id in (${asha.id}, ${other.id}) and c.merged_into is not null
          and (exists (select from enquiry_orders where customer_id = c.id)
            or exists (select from customer_notes where customer_id = c.id)
            or exists (select from crm_events where customer_id = c.id))`;
        expect(left).toEqual({ n: 0 });
        const [all] = await studio.db.owner<Row[]>`
        select count(*)::int as n from enquiry_orders where customer_id in (${asha.id}, ${other.id})`;
        expect(all).toEqual({ n: 12 });
      }
      const sums = await figures();
      expect(sums.counted).toEqual(sums.recounted);
    },
  );
});

describe('erasing a merged customer', () => {
  test('erases all of them, by either id', async () => {
    const [asha, other] = [await customer(), await customer()];
    const { merge: id } = await merge(asha.id, other.id);
    await run(`update orders set status = 'completed' where customer_id = $1`, [asha.id]);
    expect(await called('erase_customer($1)', [other.id], 'admin')).toMatchObject({ id: other.id });
    const rows = await studio.db.owner<Row[]>`
      select num_nonnulls(first_name, last_name, mobile, email) as left, erased_at is not null as erased
      from customers where id in (${asha.id}, ${other.id})`;
    expect([...rows]).toEqual([
      { left: 0, erased: true },
      { left: 0, erased: true },
    ]);
    expect(await owned(asha.id)).toMatchObject({ messages: 0, notes: 0 });
    expect(await refused(undo(id))).toEqual({ code: 'PT409', reason: 'erased' });
    await enquire(other.mobile);
    expect(await customerWith(other.mobile)).not.toBe(other.id);
  });
});

describe('merging while others work on an order', () => {
  const orderOf = async (id: string) => {
    const [row] = await studio.db.owner<{ id: string }[]>`
      select id from orders where customer_id = ${id}`;
    return row?.id ?? '';
  };

  test('takes the orders that another merge brought meanwhile, and never blocks their edits', async () => {
    const [one, three] = [await customer(), await customer()];
    const [two] = await studio.db.owner<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile) values ('Asha', 'Rao', ${nextMobile()}) returning id`;
    const [theirs, own] = [await orderOf(one.id), await orderOf(three.id)];
    const pool = openPool(studio.owner, { max: 2, name: 'test' });
    const [colleague, editor] = [await pool.reserve(), await pool.reserve()];
    await colleague`begin`;
    await colleague`select from orders where id = ${own} for update`;
    const second = untilNotBusy(() => merge(three.id, two.id));
    await untilWaiting(studio.db.owner);
    await merge(two.id, one.id);
    await editor`begin`;
    await editor`select from orders where id = ${theirs} for update`;
    await colleague`commit`;
    await untilWaiting(studio.db.owner);
    // An edit of the order records who its customer is.
    await editor`select from customers where id = ${two.id} for key share`;
    await editor`commit`;
    colleague.release();
    editor.release();
    await pool.end();
    expect(await second).toMatchObject({ merge: expect.any(String) });
    expect(await owned(three.id)).toMatchObject({ orders: 2, enquiries: 4 });
  });

  test('waits for an edit that writes its order twice, which checks its enquiry', async () => {
    const [one, two] = [await customer(), await customer()];
    const theirs = await orderOf(one.id);
    const pool = openPool(studio.owner, { max: 1, name: 'test' });
    const editor = await pool.reserve();
    await editor`begin`;
    await editor`update orders set discount_reason = 'Regular' where id = ${theirs}`;
    const merged = untilNotBusy(() => merge(two.id, one.id));
    await untilWaiting(studio.db.owner);
    await editor`update orders set total_price = 1 where id = ${theirs}`;
    await editor`commit`;
    editor.release();
    await pool.end();
    expect(await merged).toMatchObject({ merge: expect.any(String) });
  });
});

describe('correcting a mobile number', () => {
  const correct = async (id: string, mobile: string | null, caller: CallerName = 'crm_user') => {
    const { updated_at: seen } = await record(id);
    return called(
      'correct_customer($1, $2, $3, $4, $5::text::timestamptz, $6)',
      [id, 'Asha', 'Rao', 'asha@one.test', seen as string, mobile],
      caller,
    );
  };

  test('moves later enquiries with it, and is logged without the numbers', async () => {
    const asha = await customer();
    const mobile = nextMobile();
    expect(await correct(asha.id, mobile)).toMatchObject({ mobile });
    expect(await correct(asha.id, null)).toMatchObject({ mobile });
    await enquire(mobile);
    expect(await owned(asha.id)).toMatchObject({ enquiries: 3 });
    await enquire(asha.mobile);
    expect(await customerWith(asha.mobile)).not.toBe(asha.id);
    const events = (await record(asha.id))['timeline'] as Row[];
    expect(events.filter(({ what }) => what === 'mobile_corrected')).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('94000');
  });

  test('is refused for wrong numbers, and names the customer who has the number', async () => {
    const [asha, other] = [await customer(), await customer()];
    expect(await refused(correct(asha.id, '12345'))).toEqual({ code: 'PT422', field: 'mobile' });
    const { customer_number: number } = await record(other.id);
    const taken = {
      code: 'PT409',
      reason: 'mobile_taken',
      customer: { id: other.id, customer_number: number, name: 'Asha Rao' },
    };
    expect(await refused(correct(asha.id, other.mobile))).toEqual(taken);
    const third = await customer();
    await merge(other.id, third.id);
    expect(await refused(correct(asha.id, third.mobile))).toEqual(taken);
  });

  test('to the number of a merged customer exchanges both, and undoing the merge gives each its own', async () => {
    const [asha, other] = [await customer(), await customer()];
    const { merge: id } = await merge(asha.id, other.id);
    expect(await correct(asha.id, other.mobile)).toMatchObject({ mobile: other.mobile });
    await undo(id);
    expect(await record(asha.id)).toMatchObject({ mobile: asha.mobile });
    expect(await record(other.id)).toMatchObject({ mobile: other.mobile });
  });
});

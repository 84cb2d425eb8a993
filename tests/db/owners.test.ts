import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStaff } from '#tests/support/database.ts';
import { useStaffStock } from './staff-stock.ts';
import { committedAs, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, item, enquire, convert, events } = useStaffStock();

type Row = Record<string, unknown>;
const run = (statement: string, values: (string | null)[], caller: CallerName = 'crm_user') =>
  committedAs(studio.db, studio.who(caller), (sql) => sql.unsafe<Row[]>(statement, values));
const assign = (table: string, id: string, to: string | null, caller?: CallerName) =>
  run(`update ${table} set assigned_to = $2 where id = $1 returning assigned_to`, [id, to], caller);
const me = () => studio.who('crm_user').sub ?? '';

describe('the owner of an enquiry or order', () => {
  test('is set by CRM staff, copied to the order, logged and filtered by', async () => {
    const { id, number } = await enquire({ item: await item(2) });
    expect(await call('enquiry_record', { number })).toMatchObject({ assigned_to: null });
    await assign('enquiry_orders', id, me());
    const order = await convert(id);
    expect(order['assigned_to']).toBe(me());
    await assign('orders', order.id, null);
    await assign('orders', order.id, studio.who('admin').sub ?? '');
    expect((await events(id)).filter(([what]) => what === 'assigned')).toEqual([
      ['assigned', null, me()],
    ]);
    expect((await events(order.id)).filter(([what]) => what === 'assigned')).toEqual([
      ['assigned', me(), null],
      ['assigned', null, studio.who('admin').sub],
    ]);

    const other = await enquire({ item: await item(1) });
    await assign('enquiry_orders', other.id, me());
    const ids = async (name: string, assignee: string) => {
      const { items } = await call<{ items: Row[] }>(name, { assignee });
      return items.map((row) => row['id']);
    };
    expect(await ids('search_enquiries', me())).toEqual([other.id]);
    expect(await ids('search_enquiries', 'me')).toEqual([other.id]);
    expect(await ids('search_enquiries', 'none')).not.toContain(other.id);
    expect(await ids('search_orders', studio.who('admin').sub ?? '')).toEqual([order.id]);
    expect(await ids('search_orders', 'none')).not.toContain(order.id);
    const [row] = (
      await call<{ items: Row[] }>('search_orders', { assignee: studio.who('admin').sub })
    ).items;
    expect(row).toHaveProperty('owner_name');
    expect((await said('search_orders', { assignee: 'you' })).code).toBe('PT400');
  });

  test('of a new enquiry is the assignee of its customer, unless the account is disabled', async () => {
    const staff = await createStaff(studio.db, 'crm_user');
    const sql = studio.db.owner;
    const arrived = async () => {
      const [row] = await sql<Row[]>`
        insert into enquiry_orders (customer_id, total_price) values (${studio.ids.customer}, 1)
        returning assigned_to`;
      return row?.['assigned_to'];
    };
    await assign('customers', studio.ids.customer, staff);
    expect(await arrived()).toBe(staff);
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${staff}`;
    expect(await arrived()).toBeNull();
    const { id } = await enquire({ item: await item(1) });
    expect(await refusal(assign('enquiry_orders', id, staff))).toMatchObject({
      code: 'PT422',
      message: 'This account is disabled. Choose somebody else.',
    });
    expect(
      await refusal(assign('orders', studio.ids.order, studio.who('inventory_user').sub ?? '')),
    ).toMatchObject({
      code: 'PT422',
      message: 'An order can be assigned to an admin or a CRM user only.',
    });
    await assign('customers', studio.ids.customer, null);
  });

  test('is not set by others', async () => {
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      const tried = assign('enquiry_orders', studio.ids.enquiry, me(), caller);
      expect(await tried.catch(() => [])).toEqual([]);
    }
    const [row] = await studio.db.owner<Row[]>`
      select assigned_to from enquiry_orders where id = ${studio.ids.enquiry}`;
    expect(row).toEqual({ assigned_to: null });
  });
});

describe('notes on enquiries and orders', () => {
  const note = (columns: Row, caller: CallerName = 'crm_user') => {
    const keys = Object.keys(columns);
    return run(
      `insert into customer_notes (${keys.join(', ')}, note)
       values (${keys.map((_, at) => `$${at + 1}`).join(', ')}, ' Call back ') returning id, customer_id, note`,
      Object.values(columns) as string[],
      caller,
    );
  };

  test('belong to the customer, whatever the request says, and show on both records', async () => {
    const { id, number } = await enquire({ item: await item(1) });
    const [other] = await studio.db.owner<{ id: string }[]>`
      select id from customers where id <> ${studio.ids.customer} limit 1`;
    const [first] = await note({ enquiry_order_id: id, customer_id: other!.id });
    expect(first).toMatchObject({ customer_id: studio.ids.customer, note: 'Call back' });
    const order = await convert(id);
    const [second] = await note({ order_id: order.id });
    const told = await call<Row>('order_record', { id: order.id });
    expect(told['notes']).toMatchObject([
      { id: second!['id'], number: order['order_number'], author: me() },
      { id: first!['id'], number },
    ]);
    expect(await call('enquiry_record', { number })).toMatchObject({
      notes: [{ id: first!['id'] }],
    });
    const customer = await call<{ notes: Row[] }>('customer_record', { id: studio.ids.customer });
    expect(customer.notes.map((one) => one['number'])).toEqual(
      expect.arrayContaining([number, order['order_number'], null]),
    );
  });

  test('are refused for unknown records, for both at once, and for others', async () => {
    expect((await refusal(note({ enquiry_order_id: randomUUID() }))).code).toBe('PT409');
    const both = { enquiry_order_id: studio.ids.enquiry, order_id: studio.ids.order };
    expect((await refusal(note(both))).code).toBe('23514');
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      expect((await refusal(note({ order_id: studio.ids.order }, caller))).code).toBe('42501');
    }
  });
});

import { describe, expect, test } from 'vitest';
import { refusal, useStudio } from './studio.ts';

const studio = useStudio();

describe('converted', () => {
  const guarded = {
    code: 'PT422',
    message: 'An enquiry is converted by "Convert to Order" only, and then keeps its status.',
  };

  test.each(['crm_user', 'admin', 'service_role'] as const)('is not set by %s', async (caller) => {
    const to = (status: string, id: string) =>
      studio.as(
        caller,
        (sql) => sql`update enquiry_orders set status = ${status} where id = ${id}`,
      );
    expect(await refusal(to('converted', studio.ids.enquiry))).toMatchObject(guarded);
    expect(await refusal(to('pending', studio.ids.converted))).toMatchObject(guarded);
    expect((await to('converted', studio.ids.converted)).count).toBe(1);
  });

  test('is not inserted by service_role either', async () => {
    const said = await refusal(
      studio.as(
        'service_role',
        (sql) => sql`insert into enquiry_orders (customer_id, status, total_price)
          values (${studio.ids.customer}, 'converted', 1)`,
      ),
    );
    expect(said).toMatchObject(guarded);
  });

  test('a request cannot allow it by a setting', async () => {
    const said = await refusal(
      studio.as('crm_user', async (sql) => {
        await sql`select set_config('role', 'authenticated', true), set_config('studio.converting', 'on', true)`;
        await sql`update enquiry_orders set status = 'converted' where id = ${studio.ids.enquiry}`;
      }),
    );
    expect(said).toMatchObject(guarded);
  });
});

describe('statuses', () => {
  test('an enquiry can be set to any listed status, and to no other', async () => {
    const to = (status: string) =>
      studio.as(
        'crm_user',
        (sql) => sql`update enquiry_orders set status = ${status} where id = ${studio.ids.enquiry}`,
      );
    for (const status of ['contacted', 'quoted', 'on_hold', 'closed', 'pending']) {
      expect([status, (await to(status)).count]).toEqual([status, 1]);
    }
    expect(await refusal(to('lost'))).toMatchObject({ code: '23503' });
  });

  test('are listed in the specified order', async () => {
    const values = async (table: string) => {
      const rows = await studio.as(
        'crm_user',
        (sql) =>
          sql`select value from ${sql(table)} where value <> 'spare' and is_active order by position`,
      );
      return rows.map((row) => row.value as string);
    };
    expect(await values('crm_rental_enquiry_statuses')).toEqual([
      'pending',
      'contacted',
      'quoted',
      'on_hold',
      'closed',
      'converted',
    ]);
    expect(await values('crm_rental_order_statuses')).toEqual([
      'confirmed',
      'in_progress',
      'returned',
      'completed',
      'cancelled',
    ]);
    expect(await values('order_payment_statuses')).toEqual([
      'pending',
      'advance_received',
      'fully_paid',
      'refunded',
    ]);
  });
});

test('numbers, defaults and rental days come from the database', async () => {
  const sql = studio.db.owner;
  const [enquiry] = await sql`select * from enquiry_orders where id = ${studio.ids.enquiry}`;
  expect(enquiry).toMatchObject({ enquiry_number: 'ENQ-00001', status: 'pending', rental_days: 3 });
  const [converted] = await sql`select * from enquiry_orders where id = ${studio.ids.converted}`;
  expect(converted).toMatchObject({ enquiry_number: 'ENQ-00002', rental_days: 1 });
  const [order] = await sql`select * from orders where id = ${studio.ids.order}`;
  expect(order).toMatchObject({
    order_number: 'ORD-00001',
    status: 'confirmed',
    payment_status: 'advance_received',
  });
  const [customer] = await sql`select * from customers where id = ${studio.ids.customer}`;
  expect(customer).toMatchObject({ customer_number: 'CUS-00001', assigned_to: null });
});

test('staff cannot write totals, dates, numbers or the customer of an enquiry', async () => {
  for (const change of [
    'total_price = 0',
    `rental_to = '2031-01-01'`,
    `enquiry_number = 'ENQ-1'`,
    'customer_id = customer_id',
    `contact_email = 'a@b.c'`,
  ]) {
    const said = await refusal(
      studio.as('admin', (sql) => sql.unsafe(`update enquiry_orders set ${change}`)),
    );
    expect([change, said.code]).toEqual([change, '42501']);
  }
});

test('each column’s limit is a named constraint', async () => {
  const add = (values: Record<string, unknown>) =>
    refusal(
      studio.db.owner`insert into customers ${studio.db.owner({
        first_name: 'A',
        last_name: 'B',
        mobile: '+919800000009',
        email: 'a@b.c',
        ...values,
      })}`,
    );
  expect((await add({ mobile: '+915800000009' })).message).toContain('customers_mobile_check');
  expect((await add({ mobile: '9800000009' })).message).toContain('customers_mobile_check');
  expect((await add({ mobile: '+919800000001' })).message).toContain('customers_mobile_key');
  expect((await add({ first_name: ' ' })).message).toContain('customers_first_name_check');
  expect((await add({ email: 'nobody' })).message).toContain('customers_email_check');
});

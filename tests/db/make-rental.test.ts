import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { expectShort, useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';
import { committedAs, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, call, item, days, reserved, events, ...stock } = useStaffStock();

type Made = { id: string; number: string; customer_id: string; customer_number: string };

async function make(given: Given, caller: CallerName = 'crm_user'): Promise<Made> {
  const all: Given = {
    make: 'order',
    customer: { id: studio.ids.customer },
    rental_from: today(10),
    rental_to: today(12),
    key: randomUUID(),
    ...given,
  };
  const text = (name: string) => {
    const value = all[name];
    return value === null || value === undefined ? null : (value as string);
  };
  return committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ made: Made }[]>`
      select make_rental(${text('make')}, ${JSON.stringify(all['customer'])}::text::jsonb,
        ${text('rental_from')}::text::date, ${text('rental_to')}::text::date,
        ${JSON.stringify(all['lines'] ?? null)}::text::jsonb, ${text('message')}, ${text('key')}::text::uuid) as made`;
    if (!row) throw new Error('No answer.');
    return row.made;
  });
}
const refused = (given: Given, caller: CallerName = 'crm_user') => refusal(make(given, caller));
const line = async (of: string, quantity = 1, more: Given = {}) => {
  const { type } = await stock.of(of);
  return { type, item: of, quantity, ...more };
};
let callers = 0;
const caller = (more: Given = {}) => {
  callers += 1;
  return {
    first_name: 'Asha',
    last_name: 'Rao',
    mobile: `+9198${String(11_000_000 + callers)}`,
    ...more,
  };
};

describe('for a caller', () => {
  test('an order hires in what is short: of a line, and of a part of a kit', async () => {
    const [sofa, lamp, kit] = [await item(1), await item(1), await item(1, 'sets')];
    await stock.contain(kit, { [lamp]: 2 });
    const lines = [
      await line(sofa, 3, { hired: [{ quantity: 2, reason: 'Light House' }] }),
      await line(kit, 1, { hired: [{ quantity: 1, item: lamp }] }),
    ];
    expectShort(
      await refused({
        lines: lines.map(({ type, item: of, quantity }) => ({ type, item: of, quantity })),
      }),
      [
        { id: sofa, wanted: 3, free: 1, days: [10, 11, 12] },
        { id: lamp, wanted: 2, free: 1, days: [10, 11, 12] },
      ],
    );
    const before = await reserved(sofa);
    expect(before).toEqual([]);
    await make({ lines });
    expect(await reserved(sofa)).toEqual(['rental booked 3', 'sub_rental booked 2']);
    expect(await reserved(lamp)).toEqual(['rental booked 2', 'sub_rental booked 2']);
    const [row] = await studio.db.owner`select private.recount_stock() as n`;
    expect(row).toEqual({ n: 0 });
    expect(await refused({ make: 'enquiry', lines })).toMatchObject({
      code: 'PT422',
      message: 'Only an order can have pieces hired in.',
    });
    for (const hired of [{ quantity: 1 }, [{ quantity: 0 }], [1], [{ quantity: 1, item: lamp }]]) {
      expect(await refused({ lines: [await line(sofa, 1, { hired })] })).toMatchObject({
        code: 'PT422',
      });
    }
  });

  test('an order is confirmed and reserved at prices of today', async () => {
    const [sofa, hidden] = [await item(3), await item(1, 'props', 40)];
    await studio.db.owner`update props set active = false where id = ${hidden}`;
    const made = await make({
      customer: caller(),
      message: ' By phone ',
      lines: [
        await line(sofa, 2),
        await line(hidden, 1, { rental_from: today(9), rental_to: today(10) }),
      ],
    });
    const [row] = await studio.db.owner`
      select order_number, status, payment_status, rental_from::text, rental_to::text, total_price, message,
        enquiry_order_id, contact_first_name, (select email from customers where id = customer_id)
      from orders where id = ${made.id}`;
    expect(row).toEqual({
      order_number: made.number,
      status: 'confirmed',
      payment_status: 'advance_received',
      rental_from: today(9),
      rental_to: today(12),
      total_price: '680.00',
      message: 'By phone',
      enquiry_order_id: null,
      contact_first_name: 'Asha',
      email: null,
    });
    expect(made.customer_number).toMatch(/^CUS-\d+$/);
    expect(await reserved(sofa)).toEqual(['rental booked 2']);
    expect(await days(hidden)).toEqual(['9: 1/1/0/0', '10: 1/1/0/0']);
    expect((await events(made.id)).map(([what]) => what)).toEqual(['created']);
    const lines = await studio.db.owner`
      select list_price from order_items where order_id = ${made.id} order by position`;
    expect(lines).toEqual([{ list_price: '100.00' }, { list_price: '40.00' }]);
  });

  test('an enquiry reserves nothing, and remembers what was free', async () => {
    const sofa = await item(3);
    await make({ lines: [await line(sofa, 2)] });
    const made = await make({ make: 'enquiry', lines: [await line(sofa, 2)] });
    const [row] = await studio.db.owner`
      select status, total_price, free_when_sent, of_when_sent
      from enquiry_orders as made join enquiry_items as line on line.enquiry_order_id = made.id
      where made.id = ${made.id} and made.enquiry_number = ${made.number}`;
    expect(row).toEqual({
      status: 'pending',
      total_price: '600.00',
      free_when_sent: 1,
      of_when_sent: 3,
    });
    expect(await reserved(sofa)).toEqual(['rental booked 2']);
  });

  test('a known mobile number finds its customer, who keeps the first details', async () => {
    const lines = [await line(await item(9))];
    const who = caller({ email: 'asha@example.com' });
    const first = await make({ customer: who, lines });
    const second = await make(
      { customer: { ...who, first_name: 'Usha', email: null }, lines },
      'admin',
    );
    expect(second.customer_id).toBe(first.customer_id);
    expect(second.number).not.toBe(first.number);
    expect(
      await studio.db
        .owner`select first_name, email from customers where id = ${first.customer_id}`,
    ).toEqual([{ first_name: 'Asha', email: 'asha@example.com' }]);
  });

  test('a caller without an e-mail address is found by the search of leads', async () => {
    const who = caller({ last_name: 'Qfindable' });
    const { customer_id } = await make({ customer: who, lines: [await line(await item(9))] });
    const { items } = await call<{ items: { id: string }[] }>('search_leads', { q: 'qfindable' });
    expect(items.map(({ id }) => id)).toEqual([customer_id]);
  });

  test('the same key makes one', async () => {
    const given = { customer: caller(), lines: [await line(await item(9))], key: randomUUID() };
    const made = await make(given);
    expect(await make(given)).toEqual(made);
    expect(await refused({ ...given, make: 'enquiry' })).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
    expect(
      await studio.db.owner`select id from orders where customer_id = ${made.customer_id}`,
    ).toHaveLength(1);
  });

  test('the stored answers hold nothing personal', async () => {
    await make({
      customer: caller({ first_name: 'Qprivate' }),
      lines: [await line(await item(9))],
    });
    expect(
      await studio.db.owner`
        select from private.idempotency_keys where response::text ~* 'qprivate|first_name|mobile|message'
          and scope = 'make_rental'`,
    ).toHaveLength(0);
  });
});

describe('is refused, and saves nothing,', () => {
  const customers = async () => {
    const [row] = await studio.db.owner<{ n: string }[]>`
      select (select count(*) from customers) + (select count(*) from orders) as n`;
    return row?.n;
  };

  test('where something is not free', async () => {
    const [sofa, lamp] = [await item(2), await item(1)];
    await make({ lines: [await line(sofa), await line(lamp)] });
    const before = await customers();
    const answer = await refused({
      customer: caller(),
      lines: [await line(sofa), await line(sofa), await line(lamp)],
    });
    expectShort(answer, [
      { id: sofa, wanted: 2, free: 1, days: [10, 11, 12] },
      { id: lamp, wanted: 1, free: 0, days: [10, 11, 12] },
    ]);
    expect(await customers()).toBe(before);
  });

  test('for wrong values, with their field', async () => {
    const good = await line(await item(9));
    const archived = await item(1);
    await studio.db.owner`update props set active = false where id = ${archived}`;
    await studio.db.owner`update items set archived_at = now() where id = ${archived}`;
    const before = await customers();
    const wrong: [Given, Given][] = [
      [{ make: 'invoice' }, { field: 'make' }],
      [{ rental_from: null }, { field: 'rental_from' }],
      [{ rental_to: today(9) }, { field: 'rental_to' }],
      [{ lines: [] }, { field: 'lines' }],
      [{ lines: null }, { field: 'lines' }],
      [{ lines: [good, { ...good, quantity: 0 }] }, { field: 'lines', index: 1 }],
      [{ lines: [good, { ...good, item: randomUUID() }] }, { field: 'lines', index: 1 }],
      [{ lines: [await line(archived)] }, { field: 'lines', index: 0 }],
      [{ lines: [{ ...good, rental_from: 'some day' }] }, { field: 'lines', index: 0 }],
      [{ lines: ['x'] }, { field: 'lines', index: 0 }],
      [{ customer: null }, { field: 'customer' }],
      [{ customer: { id: randomUUID() } }, { field: 'customer' }],
      [{ customer: { id: 'x' } }, { field: 'customer' }],
      [{ customer: caller({ mobile: '12345' }) }, { field: 'mobile' }],
      [{ customer: caller({ first_name: ' ' }) }, { field: 'first_name' }],
      [{ customer: caller({ email: 'nonsense' }) }, { field: 'email' }],
      [{ message: 'x'.repeat(2001) }, { field: 'message' }],
      [{ key: null }, { field: 'key' }],
    ];
    for (const [given, details] of wrong) {
      const answer = await refused({ lines: [good], ...given });
      expect(answer, `for ${JSON.stringify(given)}`).toMatchObject({ code: 'PT422' });
      expect(JSON.parse(answer.detail ?? ''), `for ${JSON.stringify(given)}`).toEqual(details);
    }
    expect(await customers()).toBe(before);
  });

  test('for everybody but admin and crm_user', async () => {
    const lines = [await line(await item(9))];
    for (const who of ['anon', 'no profile', 'inventory_user'] as const) {
      expect((await refused({ lines }, who)).code).toBe('42501');
    }
  });
});

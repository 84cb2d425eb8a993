import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useCrm } from './crm.ts';
import type { Arguments, CrmSearch } from './crm.ts';
import { refusal } from './studio.ts';

const crm = useCrm();
const { search, everything, studio } = crm;

const SEARCHES: CrmSearch[] = ['search_leads', 'search_enquiries', 'search_orders'];

/** What is found, told by brute force: ids in order, from a statement without any index or function. */
const expected = async (from: string, where: string, order: string) => {
  const rows = await studio.db.owner.unsafe<{ id: string }[]>(
    `select t.id from ${from} where ${where} order by ${order}`,
  );
  return rows.map((row) => row.id);
};
const FROM: Record<CrmSearch, string> = {
  search_leads: 'customers t',
  search_enquiries: `(select o.*, c.first_name, c.last_name, c.mobile, c.email from enquiry_orders o
    join customers c on c.id = customer_id where status <> 'converted') t`,
  search_orders: `(select o.*, c.first_name, c.last_name, c.mobile, c.email from orders o
    join customers c on c.id = customer_id) t`,
};
const NUMBER: Record<CrmSearch, string> = {
  search_leads: 'customer_number',
  search_enquiries: 'enquiry_number',
  search_orders: 'order_number',
};
/** The fields of back-office §9, compared without any pattern. */
const contains = (name: CrmSearch, q: string) => {
  const needle = `lower('${q.replaceAll("'", "''")}' collate private.names)`;
  return [`first_name || ' ' || last_name`, 'email', 'mobile', NUMBER[name]]
    .map((field) => `strpos(lower((${field}) collate private.names), ${needle}) > 0`)
    .join(' or ');
};
const ids = (items: { id: string }[]) => items.map((item) => item.id);

describe.each(SEARCHES)('%s', (name) => {
  const orders: [sort: string, by: string][] = [
    ['newest', 't.created_at desc, t.id desc'],
    ['oldest', 't.created_at, t.id'],
    name === 'search_leads'
      ? ['name', `(t.first_name || ' ' || t.last_name), t.id`]
      : ['rental_from', `coalesce(rental_from, 'infinity'), t.id`],
  ];
  test.each(orders)('by %s: everything once, in order', async (sort, by) => {
    expect(ids(await everything(name, { sort }))).toEqual(await expected(FROM[name], 'true', by));
  });

  test.each([
    'asha',
    'ÄN',
    'a_b',
    '100%',
    'h\\f',
    'ÖZGE chand 1',
    'LEAD1',
    '@studio2',
    '+9197',
    '0009',
    'CUS-0000',
    'enq-0001',
    'ORD-00003',
    'nobody at all',
    '%',
    '_',
    "o'",
  ])('finds %s where it stands, and nowhere else', async (q) => {
    const all = await expected(FROM[name], contains(name, q), 't.created_at desc, t.id desc');
    expect(ids(await everything(name, { q }))).toEqual(all);
    expect((await search(name, { q, size: 1 })).total).toBe(all.length);
  });

  test('is for CRM staff only', async () => {
    for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
      expect((await refusal(search(name, {}, caller))).code).toBe('42501');
    }
    expect((await search(name, {}, 'admin')).total).toBeGreaterThan(50);
  });

  test.each<[Arguments, RegExp]>([
    [{ sort: 'price' }, /^sort must be newest, oldest or (name|rental_from)\.$/],
    [{ size: 0 }, /^size must be between 1 and 100\.$/],
    [{ size: 101 }, /^size must be between 1 and 100\.$/],
    [{ cursor: 'abc' }, /^The cursor does not belong to this list\.$/],
    [{ cursor: btoa('["newest","soon","x"]') }, /^The cursor does not belong to this list\.$/],
  ])('refuses %j', async (given, message) => {
    expect(await refusal(search(name, given))).toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(message),
    });
  });

  test('nothing given is everything, and SQL in a needle stays text', async () => {
    const all = await search(name, { q: null, sort: null, cursor: null, size: null });
    expect(all.items).toHaveLength(24);
    expect((await search(name, { q: `'; drop table orders; --` })).total).toBe(0);
  });

  test('the last page ends, also when it is full', async () => {
    const { total } = await search(name, { q: 'lead1' });
    const page = await search(name, { q: 'lead1', size: total });
    expect([page.items.length, page.next]).toEqual([total, null]);
    expect((await search(name, { q: 'lead1', size: total - 1 })).next).not.toBeNull();
  });
});

describe('leads', () => {
  test('have their counts', async () => {
    const items = await everything('search_leads');
    const counted = await studio.db.owner`
      select id, (select count(*)::int from enquiry_orders where customer_id = c.id and status <> 'converted') as open_enquiries,
        (select count(*)::int from orders where customer_id = c.id) as orders,
        (select count(*)::int from contact_enquiries where customer_id = c.id) as messages
      from customers c order by created_at desc, id desc`;
    expect(
      items.map(({ id, open_enquiries, orders, messages }) => ({
        id,
        open_enquiries,
        orders,
        messages,
      })),
    ).toEqual([...counted]);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual([
      'assigned_to',
      'created_at',
      'customer_number',
      'email',
      'first_name',
      'id',
      'last_name',
      'messages',
      'mobile',
      'open_enquiries',
      'orders',
    ]);
  });

  test('can be those of one member of staff, or of nobody', async () => {
    const of = studio.ids.spareProfile;
    const order = 't.created_at desc, t.id desc';
    const customers = FROM.search_leads;
    expect(ids(await everything('search_leads', { assigned_to: of }))).toEqual(
      await expected(customers, `assigned_to = '${of}'`, order),
    );
    expect(ids(await everything('search_leads', { unassigned: true, q: 'asha' }))).toEqual(
      await expected(
        customers,
        `assigned_to is null and first_name || last_name ilike '%asha%'`,
        order,
      ),
    );
  });

  test('keep their updated_at when the same customer writes again', async () => {
    const again = () => studio.db.owner<{ updated_at: Date }[]>`
      insert into customers (first_name, last_name, mobile, email) values ('A', 'B', '+919800000001', 'a@b.c')
      on conflict (mobile) do update set mobile = excluded.mobile returning updated_at`;
    const [first] = await again();
    const [second] = await again();
    expect(second).toEqual(first);
  });
});

describe.each(['search_enquiries', 'search_orders'] as const)('%s', (name) => {
  const [table, lines, parent] =
    name === 'search_orders'
      ? (['orders', 'order_items', 'order_id'] as const)
      : (['enquiry_orders', 'enquiry_items', 'enquiry_order_id'] as const);

  test('brings the row, its customer and its items with their names', async () => {
    const sql = studio.db.owner;
    const items = await everything(name);
    const [all] = await sql<{ rows: unknown[] }[]>`
      select jsonb_agg(to_jsonb(o) || jsonb_build_object(
        'customer', (select jsonb_build_object('id', id, 'customer_number', customer_number, 'first_name', first_name,
          'last_name', last_name, 'mobile', mobile, 'email', email, 'assigned_to', assigned_to)
          from customers where id = o.customer_id),
        'items', (select jsonb_agg(to_jsonb(l) || jsonb_build_object(
            'name', (select name from catalogue_items where id = item_id),
            'code', (select code from catalogue_items where id = item_id)) order by position, id)
          from ${sql(lines)} l where ${sql(parent)} = o.id))
        order by created_at desc, id desc) as rows
      from ${sql(table)} o where status <> 'converted'`;
    // The demo rows of the studio have one item; ours have some that are in no table.
    expect(items).toEqual(
      all?.rows.map((row) => expect.objectContaining(row as object) as unknown),
    );
    const names = items.flatMap((item) =>
      (item.items as { name: string | null }[]).map((line) => line.name),
    );
    expect(names).toContain('Wing chair');
    expect(names.includes(null)).toBe(name === 'search_orders');
  });

  const filters: [Arguments, string][] = [
    [
      { status: name === 'search_orders' ? 'returned' : 'contacted' },
      `status in ('returned', 'contacted')`,
    ],
    [{ created_from: '2030-01-01' }, 'false'],
    [{ created_to: '2030-01-01', q: 'asha' }, `first_name = 'Asha' or last_name ilike '%asha%'`],
    ...(name === 'search_orders'
      ? ([
          [{ payment_status: 'fully_paid' }, `payment_status = 'fully_paid'`],
          [
            { payment_status: 'pending', status: 'cancelled' },
            `payment_status = 'pending' and status = 'cancelled'`,
          ],
        ] as [Arguments, string][])
      : []),
  ];
  test.each(filters)('chooses by %j', async (given, where) => {
    expect(ids(await everything(name, given))).toEqual(
      await expected(FROM[name], where, 't.created_at desc, t.id desc'),
    );
  });

  test('chooses by customer, and by days of the studio', async () => {
    const sql = studio.db.owner;
    const [row] = await sql<{ customer_id: string; day: string }[]>`
      select customer_id, (created_at at time zone 'Asia/Kolkata')::date::text as day
      from ${sql(table)} order by created_at desc offset 30 limit 1`;
    const { customer_id, day } = row ?? { customer_id: '', day: '' };
    const order = 't.created_at desc, t.id desc';
    expect(ids(await everything(name, { customer_id }))).toEqual(
      await expected(FROM[name], `customer_id = '${customer_id}'`, order),
    );
    const found = ids(await everything(name, { created_from: day, created_to: day }));
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(
      await expected(
        FROM[name],
        `(created_at at time zone 'Asia/Kolkata')::date = '${day}'`,
        order,
      ),
    );
    expect((await search(name, { customer_id: randomUUID() })).total).toBe(0);
  });

  test.each([
    [{ status: 'gone' }, 'There is no status "gone" here.'],
    name === 'search_orders'
      ? [{ payment_status: 'gone' }, 'There is no payment status "gone".']
      : [{ status: 'converted' }, 'There is no status "converted" here.'],
  ])('refuses %j', async (given, message) => {
    expect(await refusal(search(name, given as Arguments))).toMatchObject({
      code: 'PT400',
      message,
    });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FROM, ids, useCrm } from './crm.ts';
import type { Arguments, CrmSearch } from './crm.ts';
import { refusal } from './studio.ts';
import { longUnless } from '#tests/support/scale.ts';

const { search, everything, expected, studio } = useCrm();

const SEARCHES: CrmSearch[] = ['search_leads', 'search_enquiries', 'search_orders'];

const NUMBER: Record<CrmSearch, string> = {
  search_leads: 'customer_number',
  search_enquiries: 'enquiry_number',
  search_orders: 'order_number',
};
/** The searched fields (docs/product/crm.md), compared without patterns; `digits` match the mobile. */
const contains = (name: CrmSearch, q: string, digits = '') => {
  const needle = `'${q.replaceAll("'", "''")}'`;
  return (
    [`first_name || ' ' || last_name`, 'email', 'mobile']
      .map((field) => `strpos(private.compared(${field}), private.compared(${needle})) > 0`)
      // Numbers with their dashes.
      .concat(`strpos(lower(${NUMBER[name]}), lower(${needle})) > 0`)
      .concat(digits ? `strpos(mobile, '${digits}') > 0` : [])
      .join(' or ')
  );
};

describe.each(SEARCHES)('%s', (name) => {
  // why: the three read a search text by the same functions.
  const inOne = longUnless(name === 'search_leads');
  const orders: [sort: string, by: string, descending?: string][] = [
    ['created', 't.created_at'],
    ['number', `substr(t.${NUMBER[name]}, 5)::bigint`],
    ['name', `t.first_name || ' ' || t.last_name`],
    ...(name === 'search_leads'
      ? ([
          ['email', 'lower(email)'],
          ['mobile', 'mobile'],
          [
            'assigned',
            `coalesce((select display_name from user_profiles p where p.id = assigned_to), '')`,
          ],
          [
            'enquiries',
            `(select count(*) from enquiry_orders where customer_id = t.id and status <> 'converted')`,
          ],
          [
            'open_enquiries',
            `(select count(*) from enquiry_orders where customer_id = t.id and status in ('pending', 'contacted'))`,
          ],
          ['orders', '(select count(*) from orders where customer_id = t.id)'],
          ['messages', '(select count(*) from contact_enquiries where customer_id = t.id)'],
          [
            'unhandled',
            '(select count(*) from contact_enquiries where customer_id = t.id and handled_at is null)',
          ],
        ] as [string, string][])
      : ([
          // Rows without a date come last in both directions.
          [
            'rental_from',
            `coalesce(rental_from, 'infinity')`,
            `coalesce(rental_from, '-infinity')`,
          ],
          ['rental_to', `coalesce(rental_to, 'infinity')`, `coalesce(rental_to, '-infinity')`],
          ['days', 'rental_days'],
          ['total', 'total_price'],
          ['status', 't.status'],
        ] as [string, string, string?][])),
    ...(name === 'search_orders'
      ? ([['payment_status', 'payment_status']] as [string, string][])
      : []),
  ];
  test.each(orders)(
    'by %s, in both directions: every row once, in order',
    longUnless(name !== 'search_enquiries'),
    async (sort, by, descending = by) => {
      for (const [key, way, value] of [
        [sort, 'asc', by],
        [`-${sort}`, 'desc', descending],
      ] as const) {
        const all = await expected(
          FROM[name],
          'true',
          `${value} ${way}, t.created_at ${way}, t.id ${way}`,
        );
        expect(ids(await everything(name, { sort: key }, 40))).toEqual(all);
        const second = await search(name, { sort: key, page: 2, size: 20 });
        expect(ids(second.items)).toEqual(all.slice(20, 40));
      }
    },
  );

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
  ])('finds %s where it stands, and nowhere else', inOne, async (q) => {
    const all = await expected(FROM[name], contains(name, q), 't.created_at desc, t.id desc');
    expect(ids(await everything(name, { q }))).toEqual(all);
    expect((await search(name, { q, size: 1 })).total).toBe(all.length);
  });

  // Lead 9, +91 97000 71271, is the only one whose mobile contains every digit.
  test.each([
    ['+91 97000 71271', '+919700071271'],
    ['97000 71271', '9700071271'],
    ['+91-97000-71271', '+919700071271'],
    ['09700071271', '+919700071271'],
    ['(97000) 71271', '9700071271'],
    ['(+91) 97000.71271', '+919700071271'],
    ['+91 (0) 97000 71271', '+919700071271'],
    ['0091 97000 71271', '+919700071271'],
    ['91 97000 71271', '919700071271'],
    ['\u202a+91\u00a097000\u00a071271\u202c', '+919700071271'],
    ['00071 27', '0007127'],
    ['71-271', '71271'],
    ['0 97000 7', '+91970007'],
    ['+91 9700', '+919700'],
  ])('finds the mobile that is written as %s', inOne, async (q, digits) => {
    const all = await expected(
      FROM[name],
      contains(name, q, digits),
      't.created_at desc, t.id desc',
    );
    expect(all.length).toBeGreaterThan(0);
    expect(ids(await everything(name, { q }))).toEqual(all);
    expect((await search(name, { q, size: 1 })).total).toBe(all.length);
  });

  test(
    'matches leading zeros of a short search text in numbers such as ENQ-00042',
    inOne,
    async () => {
      for (const q of ['00091', '0097', '09700', '+', '-', '()']) {
        const all = await expected(FROM[name], contains(name, q), 't.created_at desc, t.id desc');
        expect(ids(await everything(name, { q }))).toEqual(all);
      }
    },
  );

  test('is allowed to CRM staff only', async () => {
    for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
      expect((await refusal(search(name, {}, caller))).code).toBe('42501');
    }
    expect((await search(name, {}, 'admin')).total).toBeGreaterThan(50);
  });

  test.each<[Arguments, RegExp]>([
    [{ sort: 'price' }, /^There is no sort "price" here\.$/],
    [{ sort: '--created' }, /^There is no sort "--created" here\.$/],
    [{ page: 0 }, /^page must be between 1 and 1000000\.$/],
    [{ assigned_to: 'me' }, /^assigned_to must be a uuid or none\.$/],
    [{ size: 0 }, /^size must be between 1 and 1000\.$/],
    [{ size: 1001 }, /^size must be between 1 and 1000\.$/],
    [{ cursor: 'abc' }, /^The cursor does not belong to this list\.$/],
    [
      { cursor: btoa('["-created","soon","x","y"]') },
      /^The cursor does not belong to this list\.$/,
    ],
  ])('refuses %j', async (given, message) => {
    expect(await refusal(search(name, given))).toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(message),
    });
  });

  test('without arguments everything is listed, and SQL in a search text stays text', async () => {
    const all = await search(name, { q: null, sort: null, cursor: null, size: null });
    expect(all.items).toHaveLength(25);
    expect((await search(name, { q: `'; drop table orders; --` })).total).toBe(0);
  });

  test('the last page has no cursor, even if it is full', async () => {
    const { total } = await search(name, { q: 'lead1' });
    const page = await search(name, { q: 'lead1', size: total });
    expect([page.items.length, page.next]).toEqual([total, null]);
    expect((await search(name, { q: 'lead1', size: Number(total) - 1 })).next).not.toBeNull();
  });
});

describe.each(['search_enquiries', 'search_orders'] as const)('%s', (name) => {
  const [table, lines, parent] =
    name === 'search_orders'
      ? (['orders', 'order_items', 'order_id'] as const)
      : (['enquiry_orders', 'enquiry_items', 'enquiry_order_id'] as const);

  test('returns the row, its customer and its items with their names', async () => {
    const sql = studio.db.owner;
    const items = await everything(name);
    const [all] = await sql<{ rows: unknown[] }[]>`
      select jsonb_agg(to_jsonb(o) || jsonb_build_object(
        'customer', (select jsonb_build_object('id', id, 'customer_number', customer_number, 'first_name', first_name,
          'last_name', last_name, 'mobile', mobile, 'email', email, 'assigned_to', assigned_to, 'erased_at', erased_at,
          'assigned_name', (select display_name from user_profiles p where p.id = assigned_to))
          from customers where id = o.customer_id),
        'items', (select jsonb_agg(to_jsonb(l) || jsonb_build_object(
            'name', (select name from catalogue_items where id = item_id),
            'code', (select code from catalogue_items where id = item_id)) order by position, id)
          from ${sql(lines)} l where ${sql(parent)} = o.id))
        order by created_at desc, id desc) as rows
      from ${sql(table)} o where status <> 'converted'`;
    // The fixture's rows have one item; these also have items that no longer exist.
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
    [{ statuses: ['returned', 'contacted', 'gone'] }, `status in ('returned', 'contacted')`],
    [{ statuses: [] }, 'true'],
    [{ statuses: ['converted'] }, 'false'],
    [{ created_from: '2030-01-01' }, 'false'],
    [{ has_message: true }, 'message is not null'],
    [{ has_message: false }, 'message is null'],
    [
      { assigned_to: 'none' },
      'customer_id in (select id from customers where assigned_to is null)',
    ],
    [
      { rental_from: '2030-01-05', rental_to: '2030-01-07' },
      `coalesce(rental_from, rental_to) <= '2030-01-07' and coalesce(rental_to, rental_from) >= '2030-01-05'`,
    ],
    [{ rental_from: '2030-02-01' }, `coalesce(rental_to, rental_from) >= '2030-02-01'`],
    [{ rental_to: '2030-01-02' }, `coalesce(rental_from, rental_to) <= '2030-01-02'`],
    [{ rental_from: '2030-01-07', rental_to: '2030-01-05' }, 'false'],
    [{ created_to: '2030-01-01', q: 'asha' }, `first_name = 'Asha' or last_name ilike '%asha%'`],
    ...(name === 'search_orders'
      ? ([
          [{ payment_statuses: ['fully_paid'] }, `payment_status = 'fully_paid'`],
          [{ show: 'out' }, 'false'],
          [{ show: 'due' }, 'false'],
          [
            { payment_statuses: ['pending'], statuses: ['cancelled'] },
            `payment_status = 'pending' and status = 'cancelled'`,
          ],
        ] as [Arguments, string][])
      : []),
  ];
  test.each(filters)('filters by %j', async (given, where) => {
    expect(ids(await everything(name, given))).toEqual(
      await expected(FROM[name], where, 't.created_at desc, t.id desc'),
    );
  });

  test('filters by customer, and by days in the studio’s time zone', async () => {
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
});

describe('a search text', () => {
  test('in more than 1000 rows is counted up to 1000', async () => {
    const sql = studio.db.owner;
    await sql.begin(async (tx) => {
      await tx`insert into customers (first_name, last_name, mobile, email)
        select 'Zora', 'Many', '+9196' || lpad(n::text, 8, '0'), 'zora@many.test' from generate_series(1, 600) n`;
      await tx`insert into enquiry_orders (customer_id, total_price)
        select id, 1 from customers, generate_series(1, 2) where first_name = 'Zora'`;
    });
    const page = await search('search_enquiries', { q: 'zora', sort: 'number', page: 40 });
    expect([page.total, page.total_is_exact, page.items.length]).toEqual([1000, false, 25]);
    expect(ids(page.items)).toEqual(
      (
        await expected(
          FROM.search_enquiries,
          `first_name = 'Zora'`,
          'substr(enquiry_number, 5)::bigint',
        )
      ).slice(975, 1000),
    );
    const leads = await search('search_leads', { q: 'zora' });
    expect([leads.total, leads.total_is_exact]).toEqual([600, true]);
    await sql`delete from enquiry_orders where customer_id in (select id from customers where first_name = 'Zora')`;
    await sql`delete from customers where first_name = 'Zora'`;
  });

  test('with a cursor counts nothing', async () => {
    const { next } = await search('search_orders', { size: 5 });
    expect(await search('search_orders', { size: 5, cursor: next })).toMatchObject({
      total: null,
      total_is_exact: false,
    });
  });
});

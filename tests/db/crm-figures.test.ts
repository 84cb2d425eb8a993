import { describe, expect, test } from 'vitest';
import { useCrm } from './crm.ts';
import type { Arguments, CrmSearch } from './crm.ts';
import type { CallerName } from './studio.ts';

const { search, studio } = useCrm();

describe('figures', () => {
  const answer = async (call: string, caller: CallerName = 'crm_user') =>
    studio.as(caller, async (sql) => {
      const [row] = await sql.unsafe<{ told: unknown }[]>(`select ${call} as told`);
      return row?.told;
    });
  const counted = async (where: string) => {
    const [row] = await studio.db.owner.unsafe(`select
      (select count(*)::int from customers t where erased_at is null ${where.replace('customer_id', 'id')}) as leads,
      (select count(*)::int from customers t where assigned_to is null ${where.replace('customer_id', 'id')}) as unassigned_leads,
      (select count(*)::int from enquiry_orders where status <> 'converted' ${where}) as enquiries,
      (select count(*)::int from enquiry_orders where status = 'pending' ${where}) as pending_enquiries,
      (select count(*)::int from orders where true ${where}) as orders,
      (select count(distinct customer_id)::int from contact_enquiries where handled_at is null ${where}) as leads_to_answer,
      (select count(*)::int from contact_enquiries where handled_at is null ${where}) as unhandled_messages`);
    return row;
  };

  test('of the tabs are the counts of all and of one customer', async () => {
    expect(await answer('crm_counts()')).toEqual(await counted(''));
    const of = studio.ids.customer;
    expect(await answer(`crm_counts('${of}')`)).toEqual(await counted(`and customer_id = '${of}'`));
  });

  test('stay right when rows change and are deleted', async () => {
    const sql = studio.db.owner;
    await sql`update enquiry_orders set status = 'converted' where status = 'contacted' and total_price < 200`;
    await sql`update contact_enquiries set handled_at = now() where message = 'Hello'`;
    await sql`delete from orders where status = 'cancelled' and enquiry_order_id is null`;
    const kept = await sql`select * from private.lead_figures
      where (enquiries, orders, messages, unhandled_messages) <> (0, 0, 0, 0) order by customer_id`;
    await sql`select private.recount_leads()`;
    expect([...(await sql`select * from private.lead_figures order by customer_id`)]).toEqual([
      ...kept,
    ]);
    expect(await answer('crm_counts()')).toEqual(await counted(''));
  });

  test('are recounted when a status stops or starts being open', async () => {
    const sql = studio.db.owner;
    const open = async () => {
      const [row] = await sql<{ n: number; all: number }[]>`
        select sum(open_enquiries)::int as n, sum(enquiries)::int as all from private.lead_figures`;
      return row;
    };
    const before = await open();
    const [pending] = await sql<{ n: number }[]>`
      select count(*)::int as n from enquiry_orders where status = 'pending'`;
    expect(pending?.n).toBeGreaterThan(0);
    await sql`update crm_rental_enquiry_statuses set is_open = false where value = 'pending'`;
    expect(await open()).toEqual({
      n: (before?.n ?? 0) - (pending?.n ?? 0),
      all: before?.all,
    });
    await sql`update crm_rental_enquiry_statuses set is_open = true where value = 'pending'`;
    expect(await open()).toEqual(before);
  });

  test('of the dashboard are limited to what the role may read', async () => {
    const sql = studio.db.owner;
    await sql`insert into gear (name, active) values ('Off', false)`;
    await sql`insert into orders (customer_id, status, total_price, rental_from, rental_to)
      select ${studio.ids.customer}, status, 1, (now() at time zone 'Asia/Kolkata')::date + a,
        (now() at time zone 'Asia/Kolkata')::date + b
      from (values ('in_progress', -2, -1), ('in_progress', -1, 0), ('confirmed', 0, 3), ('confirmed', 1, 3),
        ('cancelled', 0, 0), ('confirmed', 0, null), ('confirmed', null, -1), ('confirmed', null, null))
        as listed (status, a, b)`;
    const crm_user = (await answer('dashboard_figures()')) as {
      crm: Record<string, number>;
      email: unknown;
      inventory: unknown;
    };
    expect(crm_user.email).toMatchObject({ channel: 'email', waiting: 0, late: 0, failed: 0 });
    const rest = await counted('');
    expect(crm_user.crm).toEqual({
      orders_out: 3,
      returns_due: 4,
      pending_enquiries: rest?.pending_enquiries,
      unassigned_leads: rest?.unassigned_leads,
      leads_to_answer: rest?.leads_to_answer,
      unhandled_messages: rest?.unhandled_messages,
    });
    // Each figure of the CRM equals the total of the list it links to.
    const totals: [figure: string, list: CrmSearch, given: Arguments][] = [
      ['orders_out', 'search_orders', { show: 'out' }],
      ['returns_due', 'search_orders', { show: 'due' }],
      ['pending_enquiries', 'search_enquiries', { statuses: ['pending'] }],
      ['unassigned_leads', 'search_leads', { assigned_to: 'none' }],
      ['leads_to_answer', 'search_leads', { unhandled: true }],
    ];
    for (const [figure, list, given] of totals) {
      expect([figure, (await search(list, given)).total]).toEqual([figure, crm_user.crm[figure]]);
    }
    expect(crm_user.inventory).toMatchObject({
      prop: { active: 1, inactive: 0 },
      gear: { active: 1, inactive: 1 },
    });
    expect(await answer('dashboard_figures()', 'inventory_user')).toEqual({
      ...crm_user,
      crm: null,
      email: null,
    });
  });
});

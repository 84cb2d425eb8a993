import { describe, expect, test } from 'vitest';
import { FROM, ids, useCrm } from './crm.ts';

const { everything, expected, studio } = useCrm();

describe('leads', () => {
  test('have their counts', async () => {
    const items = await everything('search_leads');
    const counted = await studio.db.owner`
      select id, (select display_name from user_profiles p where p.id = assigned_to) as assigned_name,
        (select count(*)::int from enquiry_orders where customer_id = c.id and status <> 'converted') as enquiries,
        (select count(*)::int from enquiry_orders
          where customer_id = c.id and status in ('pending', 'contacted')) as open_enquiries,
        (select count(*)::int from orders where customer_id = c.id) as orders,
        (select count(*)::int from contact_enquiries where customer_id = c.id) as messages,
        (select count(*)::int from contact_enquiries where customer_id = c.id and handled_at is null) as unhandled_messages
      from customers c order by created_at desc, id desc`;
    expect(
      items.map(
        ({
          id,
          assigned_name,
          enquiries,
          open_enquiries,
          orders,
          messages,
          unhandled_messages,
        }) => ({
          id,
          assigned_name,
          enquiries,
          open_enquiries,
          orders,
          messages,
          unhandled_messages,
        }),
      ),
    ).toEqual([...counted]);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual([
      'assigned_name',
      'assigned_to',
      'created_at',
      'customer_number',
      'email',
      'enquiries',
      'first_name',
      'id',
      'last_name',
      'messages',
      'mobile',
      'open_enquiries',
      'orders',
      'unhandled_messages',
      'updated_at',
    ]);
  });

  test('can be filtered by assignee, or by having none', async () => {
    const of = studio.ids.spareProfile;
    const order = 't.created_at desc, t.id desc';
    const customers = FROM.search_leads;
    expect(ids(await everything('search_leads', { assigned_to: of }))).toEqual(
      await expected(customers, `assigned_to = '${of}'`, order),
    );
    expect(ids(await everything('search_leads', { assigned_to: 'none', q: 'asha' }))).toEqual(
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

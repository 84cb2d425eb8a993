import type { Sql } from 'postgres';

/** Row counts of the large CRM. */
export const LARGE = { customers: 10_000, enquiries: 50_000, orders: 25_000 };

/**
 * Fills an empty database with the large CRM: every customer has enquiries, half of them became
 * orders, each with three line items. Deterministic except for timestamps.
 */
export async function fillLarge(owner: Sql): Promise<void> {
  await owner`insert into props (name, price, quantity)
    select 'Prop ' || n, 100 + n % 900, 3 from generate_series(1, 2000) n`;
  await owner`insert into customers (first_name, last_name, mobile, email, created_at)
    select (array['Asha', 'Bharat', 'Chaitra', 'Deepa', 'Esha', 'Farhan', 'Gayatri'])[1 + n % 7],
      (array['Acharya', 'Bajaj', 'Chopra', 'Dutta', 'Gupta', 'Hegde', 'Iyengar', 'Joshi', 'Kamath'])[1 + n % 9]
        || ' ' || chr(65 + n % 26) || chr(97 + n / 26 % 26),
      '+91' || (9000000000 + n::bigint * 79193)::text,
      'lead' || n || '@' || (array['studio', 'films', 'agency'])[1 + n % 3] || '.example',
      now() - (${LARGE.customers}::int - n) * interval '40 minutes'
    from generate_series(1, ${LARGE.customers}::int) n`;
  await owner`insert into enquiry_orders (customer_id, status, rental_from, rental_to, total_price, message, created_at)
    select person.id,
      case when n % 2 = 0 then 'converted'
        else (array['pending', 'contacted', 'quoted', 'on_hold', 'closed'])[1 + n / 2 % 5] end,
      moment::date + 3 + n % 40, moment::date + 3 + n % 40 + n % 5, n % 9000,
      case when n % 3 = 0 then 'Can we collect on the evening before?' end, moment
    from generate_series(1, ${LARGE.enquiries}::int) n
      cross join lateral (select now() - (${LARGE.enquiries}::int - n) * interval '8 minutes' as moment) as clock
      join (select id, row_number() over (order by created_at) as place from customers) as person
        on person.place = 1 + (n::bigint * 7919) % ${LARGE.customers}::int`;
  await owner`insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, position)
    select enquiry.id, 'prop', thing.id, 1, thing.price, line
    from (select id, row_number() over (order by created_at) as n from enquiry_orders) as enquiry
      cross join generate_series(1, 3) as line
      join (select id, price, row_number() over (order by prop_id) as place from props) as thing
        on thing.place = 1 + (enquiry.n * 31 + line * 7) % 2000`;
  await owner`insert into orders (customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to,
      total_price, message, created_at)
    select customer_id, id,
      (array['completed', 'completed', 'returned', 'cancelled', 'in_progress', 'confirmed'])[1 + n % 6],
      (array['fully_paid', 'advance_received', 'pending', 'refunded'])[1 + n % 4],
      rental_from, rental_to, total_price, message, created_at
    from (select *, row_number() over (order by created_at) as n from enquiry_orders where status = 'converted') as made`;
  await owner`insert into order_items (order_id, item_type, item_id, quantity, price, position)
    select orders.id, item_type, item_id, quantity, price, position
    from orders join enquiry_items using (enquiry_order_id)`;
  await owner`insert into contact_enquiries (customer_id, message, created_at)
    select id, 'Do you have parking for a tempo?', created_at from customers
    where substr(customer_number, 5)::bigint % 4 = 0`;
  await owner`vacuum analyze`;
}

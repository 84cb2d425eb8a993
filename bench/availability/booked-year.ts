import type { Sql } from 'postgres';

/** Rentals of each prop, one in each part of the coming year. */
const RENTALS_EACH = 10;
/** Days of such a part. */
const PART = 36;

/**
 * Gives each prop its pieces (six of ten have one, the others two to six) and ten rentals of one to
 * five days in the coming year, as lines of orders; 60 of
 * the props are kits of five others. Deterministic except for ids.
 * @param sql a superuser's connection, as triggers and keys are checked afterwards at once
 */
export async function fillYear(sql: Sql): Promise<void> {
  await sql`select setseed(0.4)`;
  await sql`update props set quantity = case when n < 6 then 1 when n < 8 then 2 else 3 + n % 4 end
    from (select id, abs(hashtext(prop_id)) % 10 as n from props) as dealt where dealt.id = props.id`;
  await sql`
    with listed as (select id, row_number() over (order by code) as n from items where kind = 'prop')
    insert into item_components (kit_id, component_id, quantity)
    select kit.id, part.id, 1
    from generate_series(1, 60) as k cross join generate_series(1, 5) as p
      join listed as kit on kit.n = k join listed as part on part.n = 1000 * k + p`;
  await sql.begin(async (tx) => {
    // why: a million rows, each with a statement's triggers, would take an hour. Checked below.
    await tx`set local session_replication_role = replica`;
    await tx`select setseed(0.4)`;
    await tx`create temporary table planned on commit drop as
      select gen_random_uuid() as id, id as item_id, 1 + floor(random() * random() * quantity)::integer as quantity,
        private.today() + ${PART}::integer * part + floor(random() * 30)::integer as first, 1 + floor(random() * 5)::integer as lasts,
        row_number() over (order by random()) as n
      from items cross join generate_series(0, ${RENTALS_EACH - 1}::integer) as part where kind = 'prop'`;
    await tx`insert into customers (id, first_name, last_name, mobile, email, customer_number)
      values ('00000000-0000-4000-8000-0000000000aa', 'Asha', 'Rao', '+919800000001', 'asha@example.test', 'CUS-90000')`;
    await tx`insert into orders (id, customer_id, status, total_price, order_number)
      select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, '00000000-0000-4000-8000-0000000000aa', 'confirmed',
        0, 'ORD-' || 100000 + n
      from generate_series(0, (select max(n) / 10 from planned)) as n`;
    await tx`insert into order_items (id, order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select id, ('00000000-0000-4000-9000-' || lpad((n / 10)::text, 12, '0'))::uuid, 'prop', item_id, quantity, 100,
        first, first + lasts - 1
      from planned`;
    await tx`insert into reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, order_id, line_from, line_to)
      select item_id, quantity, 'rental', 'booked', daterange(first, first + lasts), daterange(first, first + lasts), id,
        ('00000000-0000-4000-9000-' || lpad((n / 10)::text, 12, '0'))::uuid, first, first + lasts - 1
      from planned`;
  });
  // Bookings of kits' parts are in; what the triggers would have made of all this is added up at once.
  await sql`select private.recount_item_days(array(select id from items))`;
  await sql`select private.recount_full_days()`;
  await sql`vacuum analyze`;
}

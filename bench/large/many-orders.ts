import type { Sql, TransactionSql } from 'postgres';

/** Row counts of the large studio. */
export const LARGE = {
  props: 100_000,
  customers: 20_000,
  enquiries: 20_000,
  orders: 100_000,
  linesEach: 10,
  invoices: 50_000,
};
/** Orders begin from this many days ago on, at a constant rate, until a year ahead. */
const DAYS_BACK = 1465;
const DAYS = DAYS_BACK + 360;
/** Orders that began in these last days have their movements recorded. */
const MOVED_DAYS = 30;

/**
 * Adds to a studio with this many props: customers, enquiries of which 200 wait, and orders with a million lines of one to
 * five days each; past ones completed, today's half handed over, some out too long, a payment each, and invoices
 * of the newest past ones, modelled on the demo's. No item is promised twice. Deterministic except for ids.
 * @param sql a superuser's connection, as triggers and keys are checked afterwards at once
 */
export async function fillOrders(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // why: a million rows, each with a statement's triggers, would take an hour.
    await tx`set local session_replication_role = replica`;
    await people(tx);
    await orders(tx);
    await movements(tx);
    await money(tx);
  });
  await sql`select private.recount_leads()`;
  await sql`select private.recount_item_days(array(select id from items))`;
  await sql`select private.recount_full_days()`;
  await sql`vacuum analyze`;
}

async function people(tx: TransactionSql): Promise<void> {
  await tx`insert into customers (first_name, last_name, mobile, email, customer_number, created_at)
    select (array['Asha', 'Bharat', 'Chaitra', 'Deepa', 'Esha', 'Farhan', 'Gayatri'])[1 + n % 7],
      (array['Acharya', 'Bajaj', 'Chopra', 'Dutta', 'Gupta', 'Hegde', 'Iyengar', 'Joshi', 'Kamath'])[1 + n % 9]
        || ' ' || chr(65 + n % 26) || chr(97 + n / 26 % 26),
      '+916' || lpad((n::bigint * 43117)::text, 9, '0'), 'lead' || n || '@studio.example', 'CUS-' || 100000 + n,
      now() - (${LARGE.customers}::int - n) * interval '60 minutes'
    from generate_series(1, ${LARGE.customers}::int) n`;
  await tx`insert into enquiry_orders (customer_id, status, rental_from, rental_to, total_price, enquiry_number, created_at)
    select person.id, case when n > ${LARGE.enquiries - 200}::int then 'pending'
        else (array['contacted', 'quoted', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed'])[1 + n % 10] end,
      moment::date + 3 + n % 40, moment::date + 3 + n % 40 + n % 5, n % 9000, 'ENQ-' || 100000 + n, moment
    from generate_series(1, ${LARGE.enquiries}::int) n
      cross join lateral (select now() - (${LARGE.enquiries}::int - n) * interval '30 minutes' as moment) as clock
      join (select id, row_number() over (order by customer_number) as place from customers where customer_number >= 'CUS-100000') as person
        on person.place = 1 + (n::bigint * 7919) % ${LARGE.customers}::int`;
}

async function orders(tx: TransactionSql): Promise<void> {
  await tx`create temporary table planned on commit drop as
    select n, gen_random_uuid() as id, first, last, case
        when last < today and n % 700 = 7 and first > today - ${MOVED_DAYS}::int * 10 then 'in_progress'
        when last < today then (array['completed', 'completed', 'returned', 'completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + n % 8]
        when first < today or first = today and n % 2 = 0 then 'in_progress'
        when n % 33 = 0 then 'cancelled'
        else 'confirmed' end as status
    from generate_series(0, ${LARGE.orders - 1}::int) as n
      cross join (select private.today() as today) as clock
      cross join lateral (select today - ${DAYS_BACK}::int + (n::bigint * ${DAYS}::int / ${LARGE.orders}::int)::int as first) as began
      cross join lateral (select first + abs(hashtext(n::text)) % 5 as last) as ended`;
  await tx`create index on planned (n)`;
  await tx`analyze planned`;
  await tx`insert into orders (id, customer_id, status, payment_status, rental_from, rental_to, total_price, order_number, created_at)
    select planned.id, person.id, planned.status, case when planned.status = 'confirmed' then 'advance_received' else 'fully_paid' end,
      first, last, 100 * ${LARGE.linesEach}::int * (last - first + 1), 'ORD-' || 100000 + n,
      now() - (${LARGE.orders}::int - n) * interval '26 minutes'
    from planned
      join (select id, row_number() over (order by customer_number) as place from customers where customer_number >= 'CUS-100000') as person
        on person.place = 1 + (n::bigint * 7919) % ${LARGE.customers}::int`;
  // Each item is in an order once in about ninety days.
  await tx`create temporary table lines on commit drop as
    select gen_random_uuid() as id, planned.id as order_id, planned.n, line, item.id as item_id, planned.status, first, last
    from planned cross join generate_series(1, ${LARGE.linesEach}::int) as line
      join (select id, row_number() over (order by md5(code)) - 1 as place from items
        where kind = 'prop' and removed_at is null limit ${LARGE.props}::int) as item
        on item.place = (planned.n * ${LARGE.linesEach}::int + line - 1) % (select least(${LARGE.props}::int, count(*)) from items where kind = 'prop' and removed_at is null)`;
  await tx`insert into order_items (id, order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
    select id, order_id, 'prop', item_id, 1, 100, first, last, line from lines order by n, line`;
  await tx`insert into reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, order_id, line_from, line_to,
      handed_over, rolled_on)
    select item_id, 1, 'rental', state.status, daterange(first, last + 1),
      daterange(first, case when is_late then today else last end + 1), id, order_id, first, last,
      case state.status when 'out' then 1 end, case when is_late then today end
    from lines cross join (select private.today() as today) as clock
      cross join lateral (select case lines.status when 'confirmed' then 'booked' when 'in_progress' then 'out' else 'returned' end as status,
        lines.status = 'in_progress' and last < today as is_late) as state
    where lines.status <> 'cancelled' order by n, line`;
}

async function movements(tx: TransactionSql): Promise<void> {
  await tx`create temporary table moved on commit drop as
    select gen_random_uuid() as id, planned.id as order_id, made.kind, made.day
    from planned cross join lateral (values ('hand_over', first), ('return', last)) as made (kind, day)
    where (first > private.today() - ${MOVED_DAYS}::int or planned.status = 'in_progress') and first <= private.today()
      and (planned.status = 'in_progress' and made.kind = 'hand_over' or planned.status in ('returned', 'completed'))`;
  await tx`insert into order_movements (id, order_id, kind, day, created_at) select id, order_id, kind, day, day + time '10:00' from moved`;
  await tx`insert into order_movement_lines (movement_id, order_item_id, item_id, quantity)
    select moved.id, lines.id, lines.item_id, 1 from moved join lines using (order_id)`;
}

async function money(tx: TransactionSql): Promise<void> {
  await tx`insert into private.order_balances (order_id, value, basis, received, due_on)
    select planned.id, made.total_price, 'estimate', made.total_price, first from planned join orders as made using (id)`;
  await tx`insert into payments (order_id, customer_id, account, kind, amount, method, reference, day, created_at)
    select made.id, made.customer_id, 'rental', 'received', greatest(1, made.total_price), (array['upi', 'cash', 'bank'])[1 + planned.n % 3],
      case when planned.n % 3 <> 1 then 'UTR' || planned.n else '' end, made.created_at::date, made.created_at
    from planned join orders as made on made.id = planned.id`;
  await tx`create temporary table bills on commit drop as
    select gen_random_uuid() as id, made.id as order_id, made.customer_id, made.order_number, made.rental_from as day, private.financial_year(made.rental_from) as fy,
      row_number() over (partition by private.financial_year(made.rental_from) order by made.rental_from, made.order_number)::int as sequence,
      known.id as model
    from (select made.*, planned.n from planned join orders as made on made.id = planned.id
        where made.status in ('completed', 'returned') and planned.n >= 100 order by planned.n desc limit ${LARGE.invoices}::int) as made
      join (select id, row_number() over (order by number) - 1 as place, count(*) over () as models from documents
        where kind = 'invoice' and state = 'issued' and number not like 'LRG/%') as known on known.place = made.n % known.models`;
  await tx`insert into documents (id, kind, state, order_id, customer_id, fy, sequence, number, date, place_of_supply, place_reason,
      gross, discount, taxable, cgst, sgst, igst, round_off, total, frozen, template, hash, previous_hash, issued_at, created_at)
    select bills.id, 'invoice', 'issued', bills.order_id, bills.customer_id, bills.fy, bills.sequence,
      'LRG/' || bills.fy || '/' || lpad(bills.sequence::text, 6, '0'), bills.day, model.place_of_supply, model.place_reason, model.gross,
      model.discount, model.taxable, model.cgst, model.sgst, model.igst, model.round_off, model.total,
      model.frozen || jsonb_build_object('number', 'LRG/' || bills.fy || '/' || lpad(bills.sequence::text, 6, '0'), 'date', bills.day,
        'order', jsonb_build_object('number', bills.order_number)),
      1, sha256(bills.id::text::bytea), ''::bytea, bills.day + time '11:00', bills.day + time '11:00'
    from bills join documents as model on model.id = bills.model order by bills.day, bills.sequence`;
  await tx`insert into document_lines (document_id, "position", kind, item_id, item_type, credits_position, text, sac, rate,
      place, quantity, days, unit_price, discount_percent, discount_amount, gross, discount, shared_discount, taxable, cgst, sgst, igst)
    select bills.id, line."position", line.kind, line.item_id, line.item_type, line.credits_position, line.text, line.sac, line.rate,
      line.place, line.quantity, line.days, line.unit_price, line.discount_percent, line.discount_amount, line.gross, line.discount,
      line.shared_discount, line.taxable, line.cgst, line.sgst, line.igst
    from bills join document_lines as line on line.document_id = bills.model order by bills.day, bills.sequence, line."position"`;
}

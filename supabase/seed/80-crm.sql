-- A few months of customers, enquiries, orders and messages. Dates are counted back from today, so
-- that the studio always looks busy; everything else is the same every time. Nobody here exists:
-- the mobiles are from a range that is not given out and the addresses end in example.com.

create or replace function pg_temp.pick(seed text, n bigint) returns int language sql immutable
  return (('x' || left(md5(seed), 7))::bit(28)::int % greatest(n, 1))::int;
create or replace function pg_temp.part(seed text, list text) returns text language sql immutable
  return (string_to_array(list, '|'))[1 + pg_temp.pick(seed, cardinality(string_to_array(list, '|')))];

-- The timeline tells that visitors sent all this.
select set_config('request.jwt.claims', '{"role": "anon"}', true);

-- 184 customers, the oldest five months ago; the first enquiry comes when the customer does.
insert into public.customers (id, first_name, last_name, mobile, email, created_at)
with person as (
  select n,
    -- 37 and 41 names: their product is larger than the number of customers, so no pair comes twice.
    (string_to_array('Aanya|Abhinav|Aditi|Amit|Ananya|Anil|Arnav|Asha|Bharat|Chaitra|Deepa|Dhruv|Divya|Esha|Farhan|Gayatri|Harini|Ishaan|Jaya|Kiran|Lakshmi|Madhav|Neha|Nitin|Pallavi|Pranav|Priya|Rahul|Rekha|Rohini|Sanjay|Shruti|Sunil|Swati|Tarun|Uma|Varun', '|'))[1 + n % 37] as first_name,
    (string_to_array('Acharya|Ahuja|Bajaj|Banerjee|Bhandari|Chatterjee|Chopra|Dalal|Dutta|Gokhale|Gupta|Hegde|Iyengar|Jadhav|Joshi|Kamath|Kaul|Kulkarni|Lobo|Mahajan|Mehta|Mishra|Mukherjee|Nayak|Pai|Pillai|Prabhu|Rajan|Rane|Saxena|Seth|Shah|Sharma|Shenoy|Singh|Subramaniam|Tiwari|Varma|Vohra|Wagle|Zachariah', '|'))[1 + (n * 7) % 41] as last_name
  from generate_series(1, 184) as n
)
select
  md5('customer/' || n)::uuid, first_name, last_name,
  '+91' || (9000000000 + n * 137 + 4)::text,
  lower(first_name || '.' || last_name) || '@example.com',
  current_date - interval '151 days' + n * interval '19 hours 30 minutes'
from person
order by n;

-- 322 enquiries. The newest are mostly pending, the old ones decided.
insert into public.enquiry_orders (
  id, customer_id, status, rental_from, rental_to, total_price, message, contact_first_name,
  contact_last_name, contact_email, created_at
)
with enquiry as (
  select n, current_date - interval '150 days' + n * interval '11 hours 10 minutes' as created_at,
    -- Customers up to the one who has just come; every one of them enquires once at least.
    case when n % 7 in (0, 2, 4, 6) then least(184, 1 + n * 4 / 7)
      else 1 + pg_temp.pick('who/' || n, least(184, 1 + n * 4 / 7)) end as customer,
    3 + pg_temp.pick('ahead/' || n, case when n > 230 then 60 else 24 end) as ahead,
    pg_temp.pick('days/' || n, 10) as span
  from generate_series(1, 322) as n
),
decided as (
  select enquiry.*,
    case
      when n > 306 then case pg_temp.pick('new/' || n, 5) when 0 then 'contacted' else 'pending' end
      when n > 230 then (array['pending', 'pending', 'contacted', 'contacted', 'quoted', 'on_hold', 'converted', 'converted', 'converted'])[1 + pg_temp.pick('state/' || n, 9)]
      else (array['converted', 'converted', 'converted', 'converted', 'closed', 'closed', 'quoted', 'on_hold', 'contacted'])[1 + pg_temp.pick('state/' || n, 9)]
    end as status
  from enquiry
)
select
  md5('enquiry/' || n)::uuid, person.id, status,
  decided.created_at::date + ahead,
  decided.created_at::date + ahead + (array[0, 0, 0, 1, 1, 1, 2, 2, 3, 5])[1 + span],
  0,
  case when pg_temp.pick('say/' || n, 3) > 0 then pg_temp.part('message/' || n,
    'Can we collect on the evening before?|We need it for a saree campaign, seven looks in one day.|Is the price for two days negotiable?|Please confirm that the colours match the pictures.|Shoot is in Whitefield. Do you deliver?|Our stylist would like to see the pieces first.|Student film, small budget. Any help is welcome.|We start at 6 am. Will someone be there?|Please include GST in the quotation.|Second shoot this month, same set-up as last time.|Need a quick answer, the client is waiting.|Two assistants will come to pick up.') end,
  person.first_name, person.last_name, person.email,
  decided.created_at
from decided
join public.customers as person on person.id = md5('customer/' || decided.customer)::uuid
order by n;

-- One to seven things each, mostly props, at the price of the catalogue.
insert into public.enquiry_items (
  id, enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position, created_at
)
with shelf as materialized (
  select type, id, price, quantity, row_number() over (partition by type order by code) as place
  from public.catalogue_items
  where active
),
amount as (
  select type, count(*) as many from shelf group by type
),
wish as materialized (
  select n, line,
    (array['prop', 'prop', 'prop', 'prop', 'cloth', 'gear', 'gear', 'backdrop', 'set', 'crew'])[1 + pg_temp.pick('kind/' || n || '/' || line, 10)] as type
  from generate_series(1, 322) as n
  cross join lateral generate_series(1, 1 + pg_temp.pick('lines/' || n, 7)) as line
),
-- why: the place first, then the join on it. Joined by the expression, every wish meets every item.
aim as materialized (
  select wish.*, 1 + pg_temp.pick('thing/' || n || '/' || line, many) as place
  from wish join amount using (type)
),
line as (
  -- The same thing twice in one enquiry is one line.
  select distinct on (n, type, id) n, line, type, id, price,
    1 + pg_temp.pick('pieces/' || n || '/' || line, least(quantity, 4)) as pieces
  from aim join shelf using (type, place)
  order by n, type, id, line
)
select
  md5('enquiry item/' || line.n || '/' || line.line)::uuid, enquiry.id, line.type, line.id,
  line.pieces, line.price, enquiry.rental_from, enquiry.rental_to,
  row_number() over (partition by enquiry.id order by line.line), enquiry.created_at
from line
join public.enquiry_orders as enquiry on enquiry.id = md5('enquiry/' || line.n)::uuid
order by line.n, line.line;

update public.enquiry_orders as enquiry
set total_price = sums.total
from (
  select enquiry_order_id, sum(private.line_amount(price, quantity, rental_days)) as total
  from public.enquiry_items group by enquiry_order_id
) as sums
where sums.enquiry_order_id = enquiry.id;

select set_config('request.jwt.claims', '', true);

-- An order for every converted enquiry, at the state that its dates allow. Where its items are not free
-- any more, the enquiry stays quoted instead.
do $$
declare
  enquiry public.enquiry_orders;
begin
  for enquiry in select * from public.enquiry_orders where status = 'converted' order by created_at loop
    begin
      insert into public.orders (
        id, customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price,
        message, created_at
      )
      select
        md5('order of ' || enquiry.id)::uuid, enquiry.customer_id, enquiry.id, state.status,
        case
          when state.status = 'cancelled' then (array['refunded', 'pending', 'refunded'])[1 + pg_temp.pick('paid/' || enquiry.id, 3)]
          when state.status = 'completed' then 'fully_paid'
          when state.status = 'returned' then (array['fully_paid', 'advance_received'])[1 + pg_temp.pick('paid/' || enquiry.id, 2)]
          else (array['advance_received', 'advance_received', 'fully_paid', 'pending'])[1 + pg_temp.pick('paid/' || enquiry.id, 4)]
        end,
        enquiry.rental_from, enquiry.rental_to, enquiry.total_price, enquiry.message,
        least(enquiry.created_at + (2 + pg_temp.pick('slow/' || enquiry.id, 40)) * interval '1 hour', current_date)
      from (
        select case
          when pg_temp.pick('off/' || enquiry.id, 12) = 0 then 'cancelled'
          when enquiry.rental_from > current_date then 'confirmed'
          when enquiry.rental_to >= current_date then 'in_progress'
          when enquiry.rental_to >= current_date - 5 then 'returned'
          else 'completed'
        end as status
      ) as state;
      insert into public.order_items (
        id, order_id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position,
        created_at
      )
      select
        md5('order item of ' || item.id)::uuid, made.id, item.item_type, item.item_id, item.variant_id,
        item.quantity, item.price, item.rental_from, item.rental_to, item.position, made.created_at
      from public.orders as made
      join public.enquiry_items as item using (enquiry_order_id)
      where made.enquiry_order_id = enquiry.id
      order by item.position;
    exception when sqlstate 'PT409' then
      update public.enquiry_orders set status = 'quoted' where id = enquiry.id;
      delete from public.crm_events where subject_id = enquiry.id and what = 'status';
    end;
  end loop;
end
$$;

select set_config('request.jwt.claims', '{"role": "anon"}', true);

insert into public.contact_enquiries (
  id, customer_id, message, contact_first_name, contact_last_name, contact_email, created_at
)
select
  md5('contact/' || n)::uuid, person.id,
  pg_temp.part('contact/' || n,
    'Do you have parking for a tempo?|We would like to visit the studio on Saturday.|Do you rent for a single evening?|Can you build a set to our drawing?|Please send your price list for packages.|Is there a discount for film schools?|Do you buy old furniture?|How far ahead should we book in wedding season?|We are looking for a studio with a cyclorama.|Can we bring a dog to the shoot?|Is there a freight lift?|We loved working with you last week. Thank you!'),
  person.first_name, person.last_name, person.email,
  current_date - interval '148 days' + n * interval '62 hours'
from generate_series(1, 57) as n
join public.customers as person on person.id = md5('customer/' || (1 + n * 3))::uuid
order by n;

select set_config('request.jwt.claims', '', true);

-- Somebody answered the messages within a day or two; the last fortnight's wait.
update public.contact_enquiries
set handled_at = created_at + (2 + pg_temp.pick('answer/' || id, 40)) * interval '1 hour'
where created_at < current_date - 14 and pg_temp.pick('answered/' || id, 9) > 0;

-- How enquiries and orders came to where they are.
insert into public.crm_events (
  id, created_at, customer_id, subject, subject_id, actor, what, from_value, to_value
)
select md5('event/' || enquiry.id)::uuid,
  coalesce(made.created_at, least(enquiry.created_at
    + (1 + pg_temp.pick('decided/' || enquiry.id, 60)) * interval '1 hour', current_date)),
  enquiry.customer_id, 'enquiry', enquiry.id, 'system',
  case enquiry.status when 'converted' then 'converted' else 'status' end, 'pending',
  coalesce(made.order_number, enquiry.status)
from public.enquiry_orders as enquiry
left join public.orders as made on made.enquiry_order_id = enquiry.id
where enquiry.status <> 'pending'
union all
select md5('event/' || orders.id)::uuid,
  least(greatest(case status
    when 'cancelled' then orders.created_at + interval '20 hours'
    when 'in_progress' then rental_from + interval '4 hours 30 minutes'
    else rental_to + interval '13 hours' end, orders.created_at + interval '1 hour'), now()),
  customer_id, 'order', orders.id, 'system', 'status', 'confirmed', status
from public.orders
where status <> 'confirmed'
union all
select md5('payment event/' || orders.id)::uuid,
  least(greatest(case payment_status when 'fully_paid' then rental_to + interval '14 hours'
    else orders.created_at + interval '22 hours' end, orders.created_at + interval '2 hours'), now()),
  customer_id, 'order', orders.id, 'system', 'payment_status', 'advance_received', payment_status
from public.orders
where payment_status <> 'advance_received';

-- Notes of a colleague who has left.
insert into public.customer_notes (id, customer_id, author, note, created_at)
select md5('note/' || n)::uuid, person.id, md5('colleague')::uuid,
  pg_temp.part('note/' || n,
    'Prefers WhatsApp over calls.|Pays on time, ask for no deposit.|Returned two props with scratches in March; check on return.|Works for three agencies, ask which one to bill.|Wants GST invoices in the company''s name.|Usually extends by a day.'),
  person.created_at + (1 + pg_temp.pick('noted/' || n, 20)) * interval '1 day'
from generate_series(1, 24) as n
join public.customers as person on person.id = md5('customer/' || (n * 5))::uuid
order by n;

-- Quotes, invoices and payments of the demo's orders, as their statuses and payment fields say. The documents have dates
-- of the past, in the order in which a studio would have issued them; functions as in 90-availability.sql.

-- A company's GSTIN that was never given out: the number inside its PAN is 0000.
create function pg_temp.gstin(state text, letters text) returns text language sql as $$
  select gstin from (select state || 'ZZ' || left(letters, 3) || '0000' || right(letters, 1) || '1Z' || digit as gstin
    from regexp_split_to_table('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') as digit) as tried
  where private.is_gstin_checked(gstin) limit 1
$$;

-- The demo's legal identity; it goes with the demo data (start_own_studio), except for what an admin has changed.
insert into private.studio_settings (key, value)
select key, to_jsonb(value) from (values
  ('identity.legal_name', 'Frameyard Studio Rental LLP'),
  ('identity.gstin', pg_temp.gstin('29', 'ZFFF')),
  ('identity.bank_account_name', 'Frameyard Studio Rental LLP'),
  ('identity.bank_name', 'Demo Bank, Indiranagar'),
  ('identity.bank_account', '000000000000'),
  ('identity.bank_ifsc', 'DEMO0000000'),
  ('identity.upi_id', 'frameyard@example')
) as demo (key, value)
-- Filled again after its rows were deleted by hand.
on conflict on constraint studio_settings_pkey do nothing;

-- Two in five customers are companies, a fifth of them in other states; others are billed by name where the law asks.
insert into public.billing_profiles (id, customer_id, label, legal_name, gstin, address, state_code, created_at, updated_at)
select md5('billing/' || person.id)::uuid, person.id, case when company then 'Company' else 'Home' end,
  case when company then person.last_name || pg_temp.part('firm/' || person.id, ' Films LLP| Media Pvt Ltd| Events| Productions')
    else person.first_name || ' ' || person.last_name end,
  case when company then pg_temp.gstin(home.code, 'ZFF' || upper(left(person.last_name, 1))) end,
  (1 + pg_temp.pick('door/' || person.id, 180)) || pg_temp.part('street/' || person.id, ', 2nd Main| ,Residency Road|, Lake View Layout')
    || e'\n' || home.city, home.code, person.created_at, person.created_at
from public.customers as person
  cross join lateral (select pg_temp.pick('company/' || person.id, 5) < 2 as company) as kind
  cross join lateral (
    select * from (values ('29', 'Bangalore', 0), ('27', 'Mumbai', 1), ('33', 'Chennai', 2), ('36', 'Hyderabad', 3)) as known (code, city, place)
    where place = case when pg_temp.pick('state/' || person.id, 10) < 8 then 0 else 1 + pg_temp.pick('where/' || person.id, 3) end
  ) as home
where exists (select from public.orders as made where made.customer_id = person.id and (kind.company or made.total_price >= 40000));

-- The day that documents are issued on while this runs; the function is restored below.
create temp table demo_today on commit drop as select pg_get_functiondef('private.today()'::regprocedure) as definition;
create or replace function private.today() returns date
language sql stable
set search_path = ''
as $$
  select coalesce(nullif(current_setting('studio.demo_day', true), '')::date, (clock_timestamp() at time zone 'Asia/Kolkata')::date)
$$;

create function pg_temp.issue(made_kind text, of_order uuid, of_enquiry uuid, day date) returns void language plpgsql as $$
declare
  document constant uuid := md5(made_kind || '/' || coalesce(of_order, of_enquiry))::uuid;
begin
  perform set_config('studio.demo_day', day::text, true);
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, valid_until,
    source_hash, created_at, updated_at)
  select document, made_kind, of_order, of_enquiry, source.customer_id, private.usual_billing_profile(source.customer_id),
    case made_kind when 'quote' then day + 7 end, private.document_source(of_order, case when of_order is null then of_enquiry end),
    least(day + time '11:30', now()), least(day + time '11:30', now())
  from (
    select customer_id from public.orders where id = of_order
    union all select customer_id from public.enquiry_orders where of_order is null and id = of_enquiry
  ) as source;
  perform private.write_document_lines(document, private.source_lines(of_order, of_enquiry, made_kind = 'invoice'));
  perform private.save_amounts(document);
  perform private.freeze_document(document);
end
$$;

-- Quotes of the enquiries that wait for an answer and of the newest orders; an invoice when the things are back.
do $$
declare
  planned record;
begin
  for planned in
    select 'quote' as kind, null::uuid as order_id, enquiry.id as enquiry_id,
      least((enquiry.created_at at time zone 'Asia/Kolkata')::date + 1, private.today()) as day
    from public.enquiry_orders as enquiry
    where enquiry.status = 'quoted' and enquiry.created_at > current_date - interval '45 days'
    union all
    select 'quote', made.id, made.enquiry_order_id, (made.created_at at time zone 'Asia/Kolkata')::date
    from public.orders as made where made.status in ('confirmed', 'in_progress') and pg_temp.pick('quote/' || made.id, 2) = 0
    union all
    select 'invoice', made.id, made.enquiry_order_id, least(made.rental_to + 1, private.today())
    from public.orders as made
    where made.status in ('returned', 'completed') and made.total_price > 0 and made.rental_to > current_date - 75
    order by day, kind, order_id, enquiry_id
  loop
    perform pg_temp.issue(planned.kind, planned.order_id, planned.enquiry_id, planned.day);
  end loop;
  perform set_config('studio.demo_day', '', true);
  execute (select definition from demo_today);
end
$$;
-- why without the trigger: the documents were issued on their day, not now.
alter table public.documents disable trigger documents_issued;
update public.documents set issued_at = least(date + time '11:30', now());
alter table public.documents enable trigger documents_issued;

-- Payments as the payment field says: an advance of half, and the rest by the first day; TDS of some companies.
insert into public.payments (id, order_id, customer_id, account, kind, amount, method, reference, day, created_at)
with order_money as materialized (
  select made.*, bill.expected, (made.created_at at time zone 'Asia/Kolkata')::date as made_on,
    round(bill.expected / 2, -2) as advance,
    case when profile.gstin is not null and made.status = 'completed' and pg_temp.pick('tds/' || made.id, 3) = 0
      then round(bill.expected / 1.18 * 0.02, 2) else 0 end as tds
  from public.orders as made
    join private.order_bills(array(select id from public.orders)) as bill on bill.order_id = made.id
    left join public.billing_profiles as profile on profile.id = private.usual_billing_profile(made.customer_id)
  where bill.expected > 0
), entry as (
  select *, 'rental' as account, 'received' as kind, advance as amount, made_on + pg_temp.pick('soon/' || id, 2) as wanted_day, 1 as place
  from order_money where payment_status <> 'pending'
  union all
  select *, 'rental', 'received', expected - advance - tds, rental_from, 2 from order_money where payment_status = 'fully_paid'
  union all
  select *, 'rental', 'tds', tds, rental_to + 5, 3 from order_money where payment_status = 'fully_paid' and tds > 0
  union all
  select *, 'rental', 'refunded', advance, made_on + 4, 4 from order_money where payment_status = 'refunded'
  union all
  select *, 'deposit', 'received', 5000, rental_from, 5 from order_money
  where status in ('in_progress', 'returned', 'completed') and pg_temp.pick('deposit/' || id, 4) = 0
  union all
  select *, 'deposit', 'refunded', 5000, rental_to + 2, 6 from order_money
  where status = 'completed' and pg_temp.pick('deposit/' || id, 4) = 0
), dated as (
  select *, least(greatest(wanted_day, made_on), private.today()) as paid_on,
    case when kind = 'tds' then null when account = 'deposit' then 'cash'
      else pg_temp.part('by/' || id || place, 'upi|upi|upi|bank|bank|card|cash') end as paid_by
  from entry
)
select md5('payment/' || id || place)::uuid, id, customer_id, account, kind, amount, paid_by,
  case when paid_by in ('upi', 'bank') then '4' || lpad((('x' || left(md5('utr/' || id || place), 15))::bit(60)::bigint % 100000000000)::text, 11, '0') else '' end,
  paid_on, least(paid_on + interval '7 hours' + place * interval '20 minutes', now())
from dated where amount > 0;
insert into private.payment_references (method, reference, account, payment_id, order_id)
select method, lower(reference), account, id, order_id from public.payments where reference <> '';
update public.crm_events as event set created_at = greatest(entry.created_at, made.created_at)
from public.payments as entry join public.orders as made on made.id = entry.order_id
where event.subject_id = entry.order_id and event.what = 'payment_recorded'
  and event.to_value = concat_ws(' ', entry.account, entry.kind, entry.amount);

-- Three customers say that they paid the rest.
insert into public.payment_claims (document_id, order_id, amount, utr, created_at)
select document.id, made.id, balance.due, '4' || lpad(pg_temp.pick('claim/' || made.id, 100000000)::text, 11, '0'),
  now() - pg_temp.pick('claimed/' || made.id, 30) * interval '1 hour'
from private.order_balances as balance
  join public.orders as made on made.id = balance.order_id and made.payment_status = 'advance_received'
  cross join lateral (
    select known.id from public.documents as known where known.order_id = made.id order by known.kind, known.number limit 1
  ) as document
where balance.due > 0 order by made.rental_from desc, made.id limit 3;

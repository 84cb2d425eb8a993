-- The year ahead: what the packages contain, rentals up to eleven months from now, items that are booked
-- out, holds, repairs, and one conflict. Counted from today, like 80-crm.sql, and the same every time.

create or replace function pg_temp.pick(seed text, n bigint) returns int language sql immutable
  return (('x' || left(md5(seed), 7))::bit(28)::int % greatest(n, 1))::int;

-- Two national holidays within the year, when the studio is closed.
insert into private.closed_days (day, reason)
select day, reason
from (values (1, 26, 'Republic Day'), (8, 15, 'Independence Day')) as holiday (month, dom, reason)
cross join generate_series(0, 1) as years
cross join lateral make_date(extract(year from current_date)::int + years, month, dom) as day
where day between current_date and current_date + 365;

-- Each package is a kit of gear: the item of the studio whose name fits and that has enough pieces.
insert into public.item_components (kit_id, component_id, quantity, position)
select kit.id, part.id, wanted.quantity, wanted.position
from (values
  ('Interview|Podcast|Founder', 'Mirrorless Body|Full-Frame Camera', 2, 1),
  ('Interview|Podcast|Founder', 'LED Panel|Panel Light', 2, 2),
  ('Interview|Podcast|Founder', 'Boom Microphone|Studio Microphone', 2, 3),
  ('Interview|Podcast|Founder', 'Tripod', 2, 4),
  ('Product|E-Commerce|Jewellery', '100 mm Macro Lens', 1, 1),
  ('Product|E-Commerce|Jewellery', 'Octabox|Beauty Octa', 1, 2),
  ('Product|E-Commerce|Jewellery', 'Strobe|Monolight', 2, 3),
  ('Product|E-Commerce|Jewellery', 'C-Stand|Century Stand', 3, 4),
  ('Brand Film|Music Video|One-Day Reel', 'Cinema Camera|Digital Cine Body', 1, 1),
  ('Brand Film|Music Video|One-Day Reel', 'Fresnel', 2, 2),
  ('Brand Film|Music Video|One-Day Reel', 'Field Monitor|Reference Monitor', 1, 3),
  ('Brand Film|Music Video|One-Day Reel', 'Sandbag', 4, 4)
) as wanted (packages, parts, quantity, position)
join public.items as kit on kit.kind = 'set' and kit.name like '%Package' and kit.name ~ wanted.packages
cross join lateral (
  select gear.id from public.items as gear
  where gear.kind = 'gear' and gear.active and gear.quantity >= wanted.quantity and gear.name ~ wanted.parts
  order by md5(kit.name || gear.name) limit 1
) as part;

-- An enquiry for these items: [{"id", "quantity"}], at most as many as there are.
create function pg_temp.ask(n int, customer int, first_day date, days int, asked timestamptz, things jsonb)
returns void language plpgsql as $$
declare
  enquiry constant uuid := md5('enquiry/' || n)::uuid;
begin
  perform set_config('request.jwt.claims', '{"role": "anon"}', true);
  insert into public.enquiry_orders (id, customer_id, status, rental_from, rental_to, total_price,
    contact_first_name, contact_last_name, contact_email, created_at)
  select enquiry, person.id, 'pending', first_day, first_day + days - 1, 0, person.first_name, person.last_name,
    person.email, asked
  from public.customers as person where person.id = md5('customer/' || customer)::uuid;
  insert into public.enquiry_items (id, enquiry_order_id, item_type, item_id, quantity, price, rental_from,
    rental_to, position, created_at)
  select md5('enquiry item/' || n || '/' || item.id)::uuid, enquiry, item.kind, item.id,
    least(thing.quantity, item.quantity), item.price, first_day, first_day + days - 1,
    row_number() over (order by item.kind, item.id), asked
  from jsonb_to_recordset(things) as thing (id uuid, quantity int) join public.items as item using (id);
  update public.enquiry_orders set total_price = (
    select sum(private.line_amount(price, quantity, rental_days)) from public.enquiry_items where enquiry_order_id = enquiry)
  where id = enquiry;
  perform set_config('request.jwt.claims', '', true);
end
$$;

-- The same with its order. Where the items are not free the enquiry stays quoted.
create function pg_temp.rent(n int, customer int, first_day date, days int, asked timestamptz, things jsonb)
returns void language plpgsql as $$
declare
  enquiry constant uuid := md5('enquiry/' || n)::uuid;
  made constant uuid := md5('order of enquiry/' || n)::uuid;
begin
  perform pg_temp.ask(n, customer, first_day, days, asked, things);
  begin
    insert into public.orders (id, customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to,
      total_price, created_at)
    select made, customer_id, id, 'confirmed',
      (array['advance_received', 'advance_received', 'fully_paid', 'pending'])[1 + pg_temp.pick('paid/' || id, 4)],
      rental_from, rental_to, total_price, least(created_at + interval '26 hours', now())
    from public.enquiry_orders where id = enquiry;
    insert into public.order_items (id, order_id, item_type, item_id, quantity, price, rental_from, rental_to,
      position, created_at)
    select md5('order item of ' || id)::uuid, made, item_type, item_id, quantity, price, rental_from, rental_to,
      position, created_at
    from public.enquiry_items where enquiry_order_id = enquiry order by position;
    update public.enquiry_orders set status = 'converted' where id = enquiry;
  exception when sqlstate 'PT409' then
    update public.enquiry_orders set status = 'quoted' where id = enquiry;
  end;
  -- The timeline as staff would have left it, in place of what the statements above recorded.
  delete from public.crm_events where subject_id = enquiry and what in ('status', 'converted');
  insert into public.crm_events (id, created_at, customer_id, subject, subject_id, actor, what, from_value, to_value)
  select md5('event/' || enquiry)::uuid, least(asked.created_at + interval '26 hours', now()), asked.customer_id,
    'enquiry', enquiry, 'system', case asked.status when 'converted' then 'converted' else 'status' end, 'pending',
    coalesce(taken.order_number, asked.status)
  from public.enquiry_orders as asked left join public.orders as taken on taken.id = made
  where asked.id = enquiry;
end
$$;

-- 54 rentals from three weeks to eleven months ahead, mostly of the wedding season's things.
do $$
begin
  perform pg_temp.rent(322 + n, 1 + pg_temp.pick('year/' || n, 120),
    current_date + 21 + n * 5 + pg_temp.pick('gap/' || n, 9), 1 + pg_temp.pick('span/' || n, 4),
    now() - (60 - n) * interval '17 hours' - interval '30 hours',
    (
      select jsonb_agg(jsonb_build_object('id', item.id, 'quantity', 1 + pg_temp.pick('year/' || n || item.name, 3)))
      from (
        select id, name from public.items where active and quantity > 0
        order by md5('year/' || n || id) limit 3 + n % 4
      ) as item
    ))
  from generate_series(1, 54) as n;
end
$$;

-- Booked out: every piece of the newest items of each kind, in the fortnight ahead. Two more customers
-- want some of them on the same days, and have no answer yet.
do $$
declare
  things jsonb;
begin
  for n in 1..6 loop
    select jsonb_agg(jsonb_build_object('id', id, 'quantity', quantity) order by kind, place) into things
    from (
      select item.id, item.kind, item.quantity,
        row_number() over (partition by item.kind order by registered.created_at desc) as place
      from public.items as item
      join (
        select id, created_at from public.props union all select id, created_at from public.clothes
        union all select id, created_at from public.backdrops union all select id, created_at from public.gear
        union all select id, created_at from public.sets union all select id, created_at from public.crews
      ) as registered using (id)
      where item.active and item.quantity > 0
        and not exists (select from public.item_components where item.id in (kit_id, component_id))
    ) as newest
    where place between n * 2 and n * 2 + case kind when 'prop' then 1 else 0 end;
    perform pg_temp.rent(376 + n, 3 + n * 17, current_date + 2 + n % 4, 4 + n % 3,
      now() - (9 - n) * interval '21 hours' - interval '28 hours', things);
    if n in (2, 5) then
      perform pg_temp.ask(381 + n, 9 + n * 11, current_date + 3 + n % 4, 2, now() - n * interval '3 hours',
        jsonb_path_query_array(things, '$[0 to 3]'));
    end if;
  end loop;
end
$$;

-- Holds of the newest pending enquiries that begin in three days or later, where everything is free.
do $$
declare
  asked public.enquiry_orders;
  held integer := 0;
begin
  for asked in
    select * from public.enquiry_orders
    where status = 'pending' and rental_from >= current_date + 3 order by created_at desc, id
  loop
    begin
      insert into public.reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id,
        expires_at)
      select part.part_id, line.quantity * part.quantity, 'hold', 'held', days.rented,
        private.blocked_range(days.rented, private.turnaround_of(part.part_id)), line.id,
        (current_date + 2)::timestamp at time zone 'Asia/Kolkata' + interval '18 hours'
      from public.enquiry_items as line
      join private.item_parts as part on part.item_id = line.item_id
      cross join lateral daterange(line.rental_from, line.rental_to + 1) as days (rented)
      where line.enquiry_order_id = asked.id;
      update public.enquiry_orders
      set held_until = (current_date + 2)::timestamp at time zone 'Asia/Kolkata' + interval '18 hours'
      where id = asked.id;
      held := held + 1;
    exception when sqlstate 'PT409' then
      null;
    end;
    exit when held = 4;
  end loop;
end
$$;

-- In repair or away for some days, among items that nobody has booked.
insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason)
select away.id, 1, 'out_of_service', 'booked', away.days, away.days, away.reason
from (
  select item.id, why.reason,
    daterange(current_date + why.first_day, current_date + why.first_day + why.days) as days
  from (values
    ('prop', 1, 0, 9, 'Leg reglued, drying'), ('prop', 2, 2, 12, 'At the upholsterer'),
    ('cloth', 1, 0, 5, 'Zip replaced'), ('gear', 1, 1, 14, 'Sensor cleaning at the service centre'),
    ('backdrop', 1, 0, 4, 'Being repainted'), ('crew', 1, 6, 7, 'On leave')
  ) as why (kind, place, first_day, days, reason)
  join lateral (
    select id from public.items as item
    where item.kind = why.kind and item.active and item.quantity > 0
      and not exists (select from public.reservations as booked where booked.item_id = item.id)
    order by md5('away/' || id) offset why.place - 1 limit 1
  ) as item on true
) as away;

-- One conflict: the pieces of a confirmed order of a prop broke.
insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason)
select broken.item_id, broken.quantity, 'out_of_service', 'booked', broken.days, broken.days, 'Leg broken on the last shoot'
from (
  select booked.item_id, item.quantity, daterange(current_date, upper(booked.blocked) + 3) as days
  from public.reservations as booked join public.items as item on item.id = booked.item_id
  where booked.kind = 'rental' and booked.status = 'booked' and item.kind = 'prop' and item.quantity between 1 and 3
    and lower(booked.rented) > current_date + 6
  order by lower(booked.rented), booked.id limit 1
) as broken;

-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.lines_availability(lines jsonb, enquiry_id uuid)
returns table (line_id uuid, availability jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  all_lines uuid[];
begin
  all_lines := array(select (line ->> 'id')::uuid from jsonb_array_elements(lines) as line);
  return query
  with line as materialized (
    select each.id, each.item_id, each.quantity, each.rental_from, each.rental_to,
      daterange(each.rental_from, each.rental_to, '[]') as rented
    from jsonb_to_recordset(lines) as each (id uuid, item_id uuid, quantity integer, rental_from date, rental_to date)
    where each.item_id is not null and each.rental_from is not null and each.rental_to >= today
  ), part as materialized (
    select line.id, inside.part_id, inside.quantity, line.quantity * inside.quantity as wanted,
      item.quantity > 0 or item.removed_at is not null as counted, item.quantity as owned, turnaround.days as turnaround,
      private.blocked_range(line.rented, turnaround.days) * daterange(today, null) as span
    from line
      cross join lateral (
        select sum(own.quantity)::integer as pieces from public.reservations as own
        -- why "is false": as in private.wanted_reservations.
        where own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental'
          and (own.status = 'released') is false
      ) as stored
      cross join lateral (
        select live.item_id as part_id, sum(live.quantity)::integer / stored.pieces as quantity
        from public.reservations as live
        where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
          and stored.pieces is not null
        group by live.item_id
        union all
        select parts.part_id, parts.quantity
        from private.item_parts as parts
        where parts.item_id = line.item_id and stored.pieces is null
      ) as inside
      join public.items as item on item.id = inside.part_id
      cross join lateral (select private.turnaround_of(inside.part_id) as days) as turnaround
  ), cell as materialized (
    select part.id, part.part_id, part.quantity, part.wanted, part.owned, listed.day::date as day
    from part cross join generate_series(lower(part.span), upper(part.span) - 1, interval '1 day') as listed (day)
    where part.counted
  ), mine as materialized (
    select coalesce(reserved.order_item_id, reserved.enquiry_item_id) as id, reserved.item_id, reserved.blocked,
      reserved.quantity
    from public.reservations as reserved
    where reserved.order_item_id = any (all_lines) and reserved.kind = 'rental'
        and private.takes_pieces(reserved.status, reserved.rented, reserved.blocked)
      or reserved.enquiry_item_id = any (all_lines) and reserved.status = 'held'
        and reserved.expires_at > clock_timestamp()
  ), supply as materialized (
    select needed.part_id, needed.day, needed.wanted, coalesce(stock.free, needed.owned) as spare,
      (select coalesce(sum(mine.quantity), 0) from mine
       where mine.item_id = needed.part_id and mine.blocked @> needed.day) as own
    from (
      select cell.part_id, cell.day, min(cell.owned) as owned, sum(cell.wanted) as wanted
      from cell group by cell.part_id, cell.day
    ) as needed
      left join private.free_days as stock on stock.item_id = needed.part_id and stock.day = needed.day
  ), judged as (
    select cell.id, min(greatest(supply.spare + (
        select coalesce(sum(mine.quantity), 0) from mine
        where mine.id = cell.id and mine.item_id = cell.part_id and mine.blocked @> cell.day
      ), 0) / cell.quantity)::integer as free, min(cell.owned / cell.quantity) as pieces,
      coalesce(jsonb_agg(distinct cell.day) filter (where supply.wanted > supply.spare + supply.own), '[]') as short_days
    from cell join supply on supply.part_id = cell.part_id and supply.day = cell.day
    group by cell.id
  )
  select line.id, jsonb_build_object(
    'free', judged.free, 'of', judged.pieces, 'short_days', coalesce(judged.short_days, '[]'),
    'next_free', case when judged.short_days = '[]' then line.rental_from
      when judged.id is not null then (
        select later.next_free
        from private.next_free_days((
          select jsonb_agg(jsonb_build_object('place', 1, 'part_id', part.part_id, 'wanted', part.wanted,
            'owned', part.owned, 'turnaround', part.turnaround))
          from part where part.id = line.id and part.counted
        ), greatest(line.rental_from, today),
          greatest(line.rental_from, today) + (line.rental_to - line.rental_from)) as later
      ) end,
    'others', coalesce(others.listed, '[]'), 'others_total', coalesce(others.total, 0),
    'holds', (
      select coalesce(jsonb_agg(jsonb_build_object('enquiry_id', asked.id, 'number', asked.enquiry_number,
          'customer', private.customer_name(asked.customer_id), 'quantity', held.quantity,
          'expires_at', held.expires_at) order by held.expires_at, asked.id), '[]')
      from (
        select wanted.enquiry_order_id, max(hold.quantity) as quantity, max(hold.expires_at) as expires_at
        from part join public.reservations as hold on hold.item_id = part.part_id and hold.status = 'held'
            and hold.expires_at > clock_timestamp() and hold.blocked && part.span
          join public.enquiry_items as wanted on wanted.id = hold.enquiry_item_id
        where part.id = line.id and wanted.enquiry_order_id is distinct from enquiry_id
        group by wanted.enquiry_order_id order by max(hold.expires_at), wanted.enquiry_order_id limit 10
      ) as held join public.enquiry_orders as asked on asked.id = held.enquiry_order_id
    ))
  from line left join judged on judged.id = line.id
    left join lateral (
      select count(*) as total, jsonb_agg(jsonb_build_object('id', wanting.id, 'number', wanting.enquiry_number,
          'customer', private.customer_name(wanting.customer_id), 'quantity', wanting.quantity)
        order by wanting.created_at, wanting.id) filter (where wanting.place <= 10) as listed
      from (
        select asked.id, asked.enquiry_number, asked.customer_id, asked.created_at, sum(other.quantity) as quantity,
          row_number() over (order by asked.created_at, asked.id) as place
        -- The item itself, and the kits that contain it or one of its parts.
        from (
          select distinct around.item_id from part join private.item_parts as around on around.part_id = part.part_id
          where part.id = line.id
        ) as touched
          join public.enquiry_items as other on other.item_id = touched.item_id and other.rental_to >= line.rental_from
            and other.rental_from <= line.rental_to
          join public.enquiry_orders as asked on asked.id = other.enquiry_order_id
            and asked.status = any (private.open_statuses()) and asked.id is distinct from enquiry_id
        group by asked.id
      ) as wanting
    ) as others on true;
end
$$;

create or replace function private.follow_reservations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_item_days(array(
      select row(made.id, made.item_id, made.kind, made.status, made.quantity, made.blocked)::private.stock_change
      from new_rows as made where private.takes_pieces(made.status, made.rented, made.blocked)
    ));
  elsif tg_op = 'DELETE' then
    perform private.change_item_days(array(
      select row(gone.id, gone.item_id, gone.kind, gone.status, -gone.quantity, gone.blocked)::private.stock_change
      from old_rows as gone where private.takes_pieces(gone.status, gone.rented, gone.blocked)
    ));
  elsif tg_op = 'UPDATE' then
    perform private.change_item_days(array(
      select row(was.id, was.item_id, was.kind, was.status, -was.quantity, was.blocked)::private.stock_change
      from old_rows as was where private.takes_pieces(was.status, was.rented, was.blocked)
      union all
      select row(became.id, became.item_id, became.kind, became.status, became.quantity, became.blocked)::private.stock_change
      from new_rows as became where private.takes_pieces(became.status, became.rented, became.blocked)
    ));
  else
    delete from private.item_days;
  end if;
  return null;
end
$$;

create function private.takes_pieces(status text, rented daterange, blocked daterange) returns boolean
language sql immutable parallel safe
return status <> 'released' and (status <> 'returned' or upper(blocked) > upper(rented));

create or replace function private.missing_pieces(item_id uuid, day date, room integer) returns integer
language sql stable
set search_path = ''
as $$
  select least(sum(taken.quantity) filter (where taken.status <> 'returned'), sum(taken.quantity) - room)::integer
  from public.reservations as taken
  where taken.item_id = missing_pieces.item_id and taken.kind in ('rental', 'hold') and taken.status <> 'released'
    and upper(taken.blocked) > missing_pieces.day and lower(taken.blocked) <= missing_pieces.day
    and (taken.kind = 'rental' or taken.expires_at > clock_timestamp())
    and private.takes_pieces(taken.status, taken.rented, taken.blocked)
$$;

create or replace function private.recount_item_days(item_ids uuid[]) returns integer
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  first_day constant date := private.today();
  differing integer;
begin
  with counted as materialized (
    select live.item_id, greatest(lower(live.blocked), first_day) + ahead.days as day,
      coalesce(sum(live.quantity) filter (where live.kind = 'rental'), 0)::integer as booked,
      coalesce(sum(live.quantity) filter (where live.kind = 'hold'), 0)::integer as held,
      coalesce(sum(case live.kind when 'sub_rental' then live.quantity else -live.quantity end)
        filter (where live.kind in ('out_of_service', 'sub_rental')), 0)::integer as added
    from unnest(item_ids) as wanted (id)
      join public.reservations as live on live.item_id = wanted.id and live.status <> 'released'
        and upper(live.blocked) > first_day and private.takes_pieces(live.status, live.rented, live.blocked)
      cross join lateral generate_series(0, upper(live.blocked) - 1 - greatest(lower(live.blocked), first_day))
        as ahead (days)
    group by 1, 2
  ), became as materialized (
    select counted.item_id, counted.day, size.room, counted.booked, counted.held,
      greatest(0, counted.booked + counted.held - size.room) as short
    from counted
      join public.items as item on item.id = counted.item_id
        and (item.quantity > 0 or item.removed_at is not null)
      cross join lateral (select greatest(0, item.quantity + counted.added) as room) as size
    where counted.booked > 0 or counted.held > 0 or size.room <> item.quantity
  ), gone as (
    delete from private.item_days as stored
    using unnest(item_ids) as wanted (id)
    where stored.item_id = wanted.id and stored.day >= first_day and not exists (
      select from became where became.item_id = stored.item_id and became.day = stored.day
    )
    returning 1
  ), written as (
    insert into private.item_days as stored
    select * from became
    on conflict (item_id, day) do update set room = excluded.room, booked = excluded.booked,
      held = excluded.held, short = excluded.short
    where (stored.room, stored.booked, stored.held, stored.short)
      <> (excluded.room, excluded.booked, excluded.held, excluded.short)
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into differing;
  return differing;
end
$$;

create or replace function private.take_out_of_service(
  made public.orders,
  movement_id uuid,
  day date,
  lines jsonb
) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason, movement_id, created_by)
  select given.item, sum(given.quantity), 'out_of_service', 'booked', ended.days, ended.days,
    case given.condition when 'missing' then 'Missing from ' else 'Damaged in ' end || made.order_number, movement_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  from jsonb_to_recordset(lines) as given (item uuid, quantity integer, condition text, repair_until date)
    cross join lateral (
      select case when cleaning.days = 0 then take_out_of_service.day
        else upper(private.blocked_range(daterange(take_out_of_service.day, take_out_of_service.day, '[]'), cleaning.days))
        end as day
      from (select private.turnaround_of(given.item) as days) as cleaning
    ) as back
    cross join lateral (
      select daterange(back.day, case given.condition when 'missing' then back.day + 365
        else greatest(back.day, given.repair_until + 1) end) as days
    ) as ended
  where (given.condition = 'missing' or given.condition = 'damaged' and given.repair_until is not null)
    and not isempty(ended.days)
  group by given.item, given.condition, ended.days
$$;

create or replace function public.stock_check(type text, ids uuid[], quantity integer default null)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today();
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if ids is null or cardinality(ids) > 5000 then
    raise exception 'ids must be a list of at most 5,000 items.' using errcode = 'PT400';
  elsif stock_check.quantity not between 0 and 1000000 then
    raise exception 'quantity must be between 0 and 1,000,000.' using errcode = 'PT400';
  end if;
  with item as (
    select listed.id, coalesce(stock_check.quantity, listed.quantity) as quantity
    from public.items as listed
    where listed.kind = stock_check.type and listed.id = any (ids)
  ), live as (
    select item.id, item.quantity as room, reserved.kind, reserved.status, reserved.quantity, reserved.rented,
      reserved.blocked
    from item join public.reservations as reserved on reserved.item_id = item.id
    where reserved.status <> 'released' and upper(reserved.blocked) > today
      and private.takes_pieces(reserved.status, reserved.rented, reserved.blocked)
      and (reserved.status <> 'held' or reserved.expires_at > clock_timestamp())
  ), promised as (
    select id, greatest(lower(rented), today) as first_day from live
    where (kind = 'hold' or kind = 'rental' and status <> 'returned') and upper(rented) > today
  ), on_days as (
    select id, day::date as day, bool_or(live.status = 'returned') as has_returned,
      coalesce(sum(live.quantity) filter (where kind in ('rental', 'hold')), 0)::integer as promised,
      greatest(0, room
        - coalesce(sum(live.quantity) filter (where kind = 'out_of_service'), 0)
        + coalesce(sum(live.quantity) filter (where kind = 'sub_rental'), 0))::integer as there
    from live cross join lateral
      generate_series(greatest(lower(blocked), today), upper(blocked) - 1, interval '1 day') as day
    where room > 0
    group by id, room, day
  ), short_days as (
    select day, max(missing) as missing
    from (
      -- why not for all: most days have nothing that is back, and the difference says it.
      select day, case when has_returned then private.missing_pieces(id, day, there) else promised - there end as missing
      from on_days where promised > there
    ) as judged
    where missing > 0 group by day
  )
  select jsonb_build_object(
    'items', (select count(distinct id) from promised),
    'reservations', (select count(*) from promised),
    'next_day', (select min(first_day) from promised),
    'short', (select coalesce(max(missing), 0) from short_days),
    'short_days', (select count(*) from short_days),
    'first_days', (select coalesce(jsonb_agg(day order by day), '[]')
      from (select day from short_days order by day limit 5) as first)) into answer;
  return answer;
end
$$;

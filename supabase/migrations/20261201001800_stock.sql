-- Functions and views of stock, as supabase/schemas/stock has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.all_fit(items jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_and(value #> '{availability,short_days}' = '[]' and (value ->> 'rental_from')::date > private.today()), false)
  from jsonb_array_elements(items) where value ->> 'rental_from' is not null
$$;

create function private.availability_settings_value() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'shows', settings.shows,
    'turnaround', (
      select jsonb_object_agg(listed.kind, listed.turnaround_days order by listed.position)
      from private.catalogue_kinds as listed
    ),
    'closed_weekdays', settings.closed_weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', closed.day, 'reason', closed.reason) order by closed.day), '[]')
      from private.closed_days as closed
    ),
    'updated_at', settings.updated_at)
  from private.availability_settings as settings
$$;

create function private.blocked_range(rented daterange, turnaround integer) returns daterange
language plpgsql stable
set search_path = ''
as $$
declare
  closed_weekdays smallint[];
  free_from date := upper(rented);
  days_left integer := turnaround;
begin
  if turnaround > 0 then
    select settings.closed_weekdays into closed_weekdays from private.availability_settings as settings;
    while days_left > 0 loop
      if extract(isodow from free_from)::smallint <> all (closed_weekdays)
        and not exists (select from private.closed_days as closed where closed.day = free_from) then
        days_left := days_left - 1;
      end if;
      free_from := free_from + 1;
    end loop;
  end if;
  return daterange(lower(rented), free_from);
end
$$;

create function private.booked_statement(kind text, days private.rental_days) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select counted, chunk, %1$s as items from (%2$s) as part group by counted, chunk',
    case when apart.is_needed
      then 'coalesce(bit_or(items) filter (where step = 0), 0) & ~coalesce(bit_or(items) filter (where step = 1), 0)
        | coalesce(bit_or(items) filter (where step = 2), 0)'
      else 'bit_or(items)' end,
    (
      -- Most items have their kind's turnaround: its days, then those that longer ones add.
      select string_agg(format(
        'select counted, place / 64 as chunk, 1::bigint << place %% 64 as items, 0 as step
         from private.full_days
         where kind = %1$L and day between %2$L and %3$L
           and (turnaround is null or day <= (%4$L::date[])[turnaround + 1])
         union all
         select counted, place / 64, 1::bigint << place %% 64, 0 from private.full_days
         where kind = %1$L and turnaround > %5$s and day > %3$L and day <= (%4$L::date[])[turnaround + 1]
           and day <= %6$L',
        listed.kind, days.first, days.last_days[listed.turnaround_days + 1], days.last_days, listed.turnaround_days,
        days.last_days[31]), ' union all ')
      from private.catalogue_kinds as listed
      where listed.kind = coalesce(booked_statement.kind, listed.kind)
    ) || case when apart.is_needed then format(
      ' union all select counted, place / 64, 1::bigint << place %% 64, case when item_id = any (%2$L::uuid[]) then 2 else 1 end
        from private.search_entries
        where kind = any (%3$L::text[]) and item_id = any (%1$L::uuid[])',
      days.apart_free || days.apart_booked, days.apart_booked,
      array(select listed.kind from private.catalogue_kinds as listed
        where listed.kind = coalesce(booked_statement.kind, listed.kind))) else '' end)
  from (select cardinality(days.apart_free || days.apart_booked) > 0 as is_needed) as apart
$$;

create function private.can_hold(enquiry_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.all_fit(jsonb_agg(line || jsonb_build_object('availability', known.availability)))
  from (
    select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as lines
    from public.enquiry_items as listed where listed.enquiry_order_id = can_hold.enquiry_id
  ) as enquiry
    cross join jsonb_array_elements(enquiry.lines) as line
    left join private.lines_availability(enquiry.lines, can_hold.enquiry_id) as known
      on known.line_id = (line ->> 'id')::uuid
$$;

create function private.change_item_days(changes private.stock_change[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  is_fact constant boolean := coalesce(current_setting('studio.facts', true), '') = 'on';
  first_day date;
  touched uuid[];
  promises boolean;
  changed private.item_days[];
  emptied private.item_days[];
  refused jsonb;
begin
  select array_agg(distinct net.item_id), bool_or(net.quantity > 0 and net.kind in ('rental', 'hold'))
  into touched, promises
  from (
    select change.item_id, change.kind, sum(change.quantity) as quantity
    from unnest(changes) as change
    -- why by status: what is back becomes a promise again on the same days.
    group by change.item_id, change.kind, change.blocked, change.status = 'returned'
    having sum(change.quantity) <> 0
  ) as net;
  if touched is null then
    return;
  end if;
  -- why except: holds of this statement are not in item-days yet. why null: a release of holds runs
  -- inside of such a statement.
  perform private.lock_items(touched, case when promises then array(select change.id from unnest(changes) as change) end);
  first_day := private.today();

  with delta as materialized (
    select change.item_id, greatest(lower(change.blocked), first_day) + ahead.days as day,
      coalesce(sum(change.quantity) filter (where change.kind = 'rental'), 0)::integer as booked,
      coalesce(sum(change.quantity) filter (where change.kind = 'hold'), 0)::integer as held,
      coalesce(sum(change.quantity) filter (
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity > 0
      ), 0)::integer as wanted,
      coalesce(-sum(change.quantity) filter (
        -- why: what is back is no promise, so it makes no room for one that grows beside it.
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity < 0
      ), 0)::integer as had,
      greatest(0, coalesce(-sum(change.quantity) filter (
        where change.kind = 'rental' and change.status = 'returned'
      ), 0))::integer as was_back,
      bool_or(change.kind in ('out_of_service', 'sub_rental')) as is_room
    from unnest(changes) as change
      cross join lateral generate_series(0, upper(change.blocked) - 1 - greatest(lower(change.blocked), first_day))
        as ahead (days)
    where change.item_id = any (touched)
    group by 1, 2
  ), became as materialized (
    select delta.item_id, delta.day, item.kind, item.quantity as owned, delta.wanted,
      case when delta.is_room then greatest(0, item.quantity + (
        select coalesce(sum(case fact.kind when 'sub_rental' then fact.quantity else -fact.quantity end), 0)
        from public.reservations as fact
        where fact.item_id = delta.item_id and fact.status = 'booked'
          and fact.kind in ('out_of_service', 'sub_rental') and fact.blocked @> delta.day
      ))::integer else coalesce(stored.room, item.quantity) end as room,
      greatest(0, coalesce(stored.booked, 0) + delta.booked) as booked,
      greatest(0, coalesce(stored.held, 0) + delta.held) as held,
      -- Where promises grow, the shortage must not. why without was_back: pieces that are back may be what made the
      -- day short, so an order that is confirmed again would be promised pieces that others have.
      case when delta.wanted > delta.had and not is_fact then
        greatest(0, coalesce(stored.short, 0) - delta.was_back) end as short_limit
    from delta
      -- why offset 0: one look-up by key for each day. The planner expects thousands of days, and would read all items and
      -- all item-days instead.
      cross join lateral (
        select known.kind, known.quantity from public.items as known
        where known.id = delta.item_id and (known.quantity > 0 or known.removed_at is not null) offset 0
      ) as item
      left join lateral (
        select taken.room, taken.booked, taken.held, taken.short from private.item_days as taken
        where taken.item_id = delta.item_id and taken.day = delta.day offset 0
      ) as stored on true
  ), lines as (
    select over.kind, over.item_id, max(over.wanted) as wanted,
      min(greatest(0, over.room - (over.booked + over.held - over.wanted))) as free,
      jsonb_agg(over.day order by over.day) as days
    from became as over
    where over.booked + over.held - over.room > over.short_limit
    group by over.kind, over.item_id
  )
  select
    array_agg(day_row) filter (where not is_empty),
    array_agg(day_row) filter (where is_empty),
    (
      select jsonb_agg(jsonb_build_object('type', lines.kind, 'id', lines.item_id, 'wanted', lines.wanted,
        'free', lines.free, 'days', lines.days) order by lines.days -> 0, lines.item_id)
      from lines
    )
  into changed, emptied, refused
  from (
    select
      row(became.item_id, became.day, became.room, became.booked, became.held,
        least(became.short_limit, greatest(0, became.booked + became.held - became.room)))::private.item_days as day_row,
      became.booked = 0 and became.held = 0 and became.room = became.owned as is_empty
    from became
  ) as listed;
  if refused is not null then
    raise exception 'not_free' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'not_free', 'lines', refused)::text;
  end if;

  if emptied is not null then
    delete from private.item_days as stored using unnest(emptied) as gone
    where stored.item_id = gone.item_id and stored.day = gone.day;
  end if;
  if changed is not null then
    -- why whole values and not differences: the check judges the proposed row before the conflict.
    insert into private.item_days
    select became.* from unnest(changed) as became
    on conflict (item_id, day) do update set room = excluded.room, booked = excluded.booked,
      held = excluded.held, short = excluded.short;
  end if;
  if promises then
    perform private.sweep_stock();
  end if;
end
$$;

create function private.check_piece_count(item public.items, more integer, field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  active integer;
begin
  select count(*) into active from public.item_pieces as piece
  where piece.item_id = item.id and piece.retired_at is null;
  if item.quantity > 0 and active + more > item.quantity then
    perform private.refuse(field, format('%s in stock, %s numbered already.', item.quantity, active));
  end if;
end
$$;

create function private.components_of(kit_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'quantity', component.quantity, 'of', nullif(item.quantity, 0))
    order by component.position, item.id), '[]')
  from public.item_components as component join public.items as item on item.id = component.component_id
  where component.kit_id = components_of.kit_id
$$;

create function private.customer_name(id uuid) returns text
language sql stable
set search_path = ''
as $$
  select customer.first_name || ' ' || customer.last_name from public.customers as customer
  where customer.id = customer_name.id
$$;

create function private.end_hold() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.crm_rental_enquiry_statuses as status where status.value = new.status and status.is_open
  ) then
    new.held_until := null;
  end if;
  return new;
end
$$;

create function private.end_waiting() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.held_until is not null and new.held_until is distinct from old.held_until
    or new.status <> all (private.open_statuses()) then
    new.waiting_since := null;
  end if;
  return new;
end
$$;

create function private.follow_components() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.rebuild_kits();
  return null;
end
$$;

create function private.follow_item_days() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, written.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_days as written join public.items as item on item.id = written.item_id
      join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
    where written.booked + written.held >= written.room
    on conflict on constraint full_days_pkey do nothing;
  elsif tg_op = 'UPDATE' then
    delete from private.full_days as listed using old_days as earlier, new_days as written
    where written.item_id = earlier.item_id and written.day = earlier.day
      and earlier.booked + earlier.held >= earlier.room and written.booked + written.held < written.room
      and listed.item_id = written.item_id and listed.day = written.day;
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, written.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_days as written
      join old_days as earlier on earlier.item_id = written.item_id and earlier.day = written.day
      join public.items as item on item.id = written.item_id
      join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
    where written.booked + written.held >= written.room and earlier.booked + earlier.held < earlier.room
    on conflict on constraint full_days_pkey do nothing;
  elsif tg_op = 'DELETE' then
    delete from private.full_days as listed using old_days as earlier
    where earlier.booked + earlier.held >= earlier.room
      and listed.item_id = earlier.item_id and listed.day = earlier.day;
  else
    delete from private.full_days;
  end if;
  return null;
end
$$;

create function private.follow_order_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if coalesce(current_setting('studio.edits_lines', true), '') = 'on' then
    return null;
  elsif tg_op = 'INSERT' then
    order_ids := array(
      select distinct made.order_id from new_rows as made
      where made.rental_from is not null and made.item_id is not null
    );
  else
    order_ids := array(
      select unnest(array[was.order_id, became.order_id])
      from new_rows as became join old_rows as was on was.id = became.id
      where (was.order_id, was.item_id, was.quantity, was.rental_from, was.rental_to)
        is distinct from (became.order_id, became.item_id, became.quantity, became.rental_from, became.rental_to)
    );
  end if;
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

create function private.follow_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status
  );
begin
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

create function private.follow_quantity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why first: a bulk change of thousands of items has to do nothing for most.
  if exists (
    select from public.reservations as live where live.item_id = new.id and live.status <> 'released'
  ) then
    perform private.recount_item_days(array[new.id]);
  end if;
  return null;
end
$$;

create function private.follow_reservations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_item_days(array(
      select row(made.id, made.item_id, made.kind, made.status, made.quantity, made.blocked)::private.stock_change
      from new_rows as made where made.status <> 'released'
    ));
  elsif tg_op = 'DELETE' then
    perform private.change_item_days(array(
      select row(gone.id, gone.item_id, gone.kind, gone.status, -gone.quantity, gone.blocked)::private.stock_change
      from old_rows as gone where gone.status <> 'released'
    ));
  elsif tg_op = 'UPDATE' then
    perform private.change_item_days(array(
      select row(was.id, was.item_id, was.kind, was.status, -was.quantity, was.blocked)::private.stock_change
      from old_rows as was where was.status <> 'released'
      union all
      select row(became.id, became.item_id, became.kind, became.status, became.quantity, became.blocked)::private.stock_change
      from new_rows as became where became.status <> 'released'
    ));
  else
    delete from private.item_days;
  end if;
  return null;
end
$$;

create function private.follow_search_entries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    moved := array(select item_id from new_entries);
  elsif tg_op = 'DELETE' then
    moved := array(select item_id from old_entries);
  else
    moved := array(
      select written.item_id from new_entries as written
        join old_entries as earlier on earlier.kind = written.kind and earlier.item_id = written.item_id
      where (written.counted, written.place) <> (earlier.counted, earlier.place));
  end if;
  -- why: a booking that reads the old position while this statement moves it would leave it behind.
  perform from public.items as item where item.id = any (moved) order by item.id for no key update;
  delete from private.full_days as listed where listed.item_id = any (moved);
  if tg_op <> 'DELETE' then
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, taken.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_entries as entry join public.items as item on item.id = entry.item_id
      join private.item_days as taken on taken.item_id = entry.item_id
    where entry.item_id = any (moved) and taken.booked + taken.held >= taken.room;
  end if;
  return null;
end
$$;

create function private.follow_turnaround() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.full_days as listed set turnaround = new.turnaround_days where listed.item_id = new.id;
  return null;
end
$$;

create function private.free_condition(id text, days private.rental_days) returns text
language sql stable
set search_path = ''
as $$
  -- why a scalar subquery: the planner cannot turn it into one that reads the full days of all items.
  select format('coalesce(%1$s(
      select false from private.full_days as taken join private.catalogue_kinds as listed on listed.kind = taken.kind
      where taken.item_id = %2$s and taken.day between %3$L and %4$L
        and taken.day <= (%5$L::date[])[coalesce(taken.turnaround, listed.turnaround_days) + 1] limit 1), true)',
    case when cardinality(days.apart_free || days.apart_booked) > 0 then format(
      'case when %1$s = any (%2$L::uuid[]) then true when %1$s = any (%3$L::uuid[]) then false end, ',
      id, days.apart_free, days.apart_booked) end,
    id, days.first, days.last_days[31], days.last_days)
$$;

create view private.free_days with (security_invoker = true) as
  select taken.item_id, taken.day, taken.room - taken.booked - taken.held + expired.pieces as free
  from private.item_days as taken
    -- why: a hold ends without an event. item_days counts it until a writer releases it.
    cross join lateral (
      select case when taken.held > 0 then (
        select coalesce(sum(hold.quantity), 0)::integer as pieces from public.reservations as hold
        where hold.item_id = taken.item_id and hold.status = 'held' and hold.expires_at <= private.this_moment()
          and hold.blocked @> taken.day
      ) else 0 end as pieces
    ) as expired;

create function private.free_of(item_ids uuid[], first date, last_days date[])
returns table (item_id uuid, free integer, pieces integer)
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
    select part.item_id, min(greatest(0, taken.free) / part.quantity)::integer,
      min(item.quantity / part.quantity)::integer
    from (
      select wanted.id as item_id, wanted.id as part_id, 1 as quantity from unnest(item_ids) as wanted (id)
      union all
      select kit.kit_id, kit.part_id, kit.quantity from private.kit_parts as kit where kit.kit_id = any (item_ids)
    ) as part
      join public.items as item on item.id = part.part_id and (item.quantity > 0 or item.removed_at is not null)
      join private.catalogue_kinds as listed on listed.kind = item.kind
      cross join lateral (
        select last_days[coalesce(item.turnaround_days, listed.turnaround_days) + 1] as last
      ) as blocked
      cross join lateral (
        select least(case when count(*) <= blocked.last - free_of.first then item.quantity end, min(day.free)) as free
        from private.free_days as day
        where day.item_id = part.part_id and day.day between free_of.first and blocked.last
      ) as taken
    group by part.item_id;
end
$$;

create view private.item_parts with (security_invoker = true) as
select id as item_id, id as part_id, 1 as quantity from public.items
union all
select kit_id, part_id, quantity from private.kit_parts;

create function private.judge_apart(kind text, inout days private.rental_days)
returns private.rental_days
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  apart constant uuid[] := array(
    select kit.kit_id from private.kit_parts as kit join public.items as item on item.id = kit.kit_id
    where item.active and (judge_apart.kind is null or item.kind = judge_apart.kind)
    union
    select hold.item_id from public.reservations as hold join public.items as item on item.id = hold.item_id
    where hold.status = 'held' and hold.expires_at <= private.this_moment()
      and hold.blocked && daterange(days.first, days.last_days[31], '[]')
      and item.active and (judge_apart.kind is null or item.kind = judge_apart.kind));
begin
  if apart = '{}' then
    return;
  end if;
  -- Not counted is free.
  select coalesce(array_agg(id) filter (where figures.free is distinct from 0), '{}'),
    coalesce(array_agg(id) filter (where figures.free = 0), '{}')
  into days.apart_free, days.apart_booked
  from unnest(apart) as listed (id)
    left join private.free_of(apart, days.first, days.last_days) as figures on figures.item_id = listed.id;
end
$$;

create function private.last_blocked_days(last date) returns date[]
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return last_blocked_days.last || array(
    select last_blocked_days.last + ahead.days
    from private.availability_settings as settings
      cross join generate_series(1, 7 * (30
        + (select count(*)::integer from private.closed_days as closed where closed.day > last_blocked_days.last)))
        as ahead (days)
    where extract(isodow from last_blocked_days.last + ahead.days)::smallint <> all (settings.closed_weekdays)
      and not exists (select from private.closed_days as closed where closed.day = last_blocked_days.last + ahead.days)
    order by ahead.days limit 30);
end
$$;

create function private.lines_availability(lines jsonb, enquiry_id uuid)
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
        and reserved.status in ('booked', 'out', 'returned')
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

create function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}'::uuid[])
returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  -- why from the statement's begin: the call may have waited for another row already, such as the customer's figures.
  deadline constant timestamptz := greatest(clock_timestamp() + interval '200 milliseconds',
    statement_timestamp() + interval '2 seconds'
      - coalesce(nullif(current_setting('studio.waited', true), ''), '0')::integer * interval '1 millisecond');
  moment timestamptz;
begin
  loop
    begin
      -- why half: a row is waited for twice, first for this writer's turn and then for the one before it, and each
      -- wait may take the timeout.
      perform set_config('lock_timeout',
        greatest(10, floor(extract(epoch from deadline - clock_timestamp()) * 500))::text, true);
      perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
      perform set_config('lock_timeout', '2s', true);
      exit;
    exception when lock_not_available or deadlock_detected then
      if sqlstate = '40P01' or clock_timestamp() >= deadline - interval '20 milliseconds' then
        raise exception 'The stock of these items is busy. Please try again.'
          using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
      end if;
    end;
  end loop;
  moment := clock_timestamp();
  if except_holds is null then
    return;
  end if;
  if exists (
    select from public.reservations as hold
    where hold.item_id = any (item_ids) and hold.status = 'held' and hold.expires_at <= moment
  ) then
    -- why skip locked: a hold that is being deleted with its enquiry waits for these items.
    update public.reservations as hold set status = 'released'
    where hold.id in (
      select expired.id from public.reservations as expired
      where expired.item_id = any (item_ids) and expired.status = 'held' and expired.expires_at <= moment
        and expired.id <> all (except_holds)
      for update skip locked
    );
  end if;
  -- why not beside facts: extending is one, and its trigger calls this.
  if coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.roll_overdue(item_ids, except_holds);
  end if;
end
$$;

create function private.lock_stock(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked constant uuid[] := array(
    select distinct part_id from private.item_parts where item_id = any (ids) order by part_id);
begin
  perform private.lock_items(locked);
  if exists (select from private.item_parts where item_id = any (ids) and part_id <> all (locked)) then
    perform private.refuse_busy();
  end if;
end
$$;

create function private.missing_pieces(item_id uuid, day date, room integer) returns integer
language sql stable
set search_path = ''
as $$
  select least(sum(taken.quantity) filter (where taken.status <> 'returned'), sum(taken.quantity) - room)::integer
  from public.reservations as taken
  where taken.item_id = missing_pieces.item_id and taken.kind in ('rental', 'hold') and taken.status <> 'released'
    and upper(taken.blocked) > missing_pieces.day and lower(taken.blocked) <= missing_pieces.day
    and (taken.kind = 'rental' or taken.expires_at > clock_timestamp())
    and (taken.status <> 'returned' or upper(taken.blocked) > upper(taken.rented))
$$;

create function private.next_free_days(parts jsonb, first date, last date)
returns table (place integer, next_free date)
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  -- Days are numbers from `first` on. Nothing from `horizon` on matters.
  horizon constant integer := (private.last_blocked_days(next_free_days.last + 365))[31] - next_free_days.first + 1;
  -- The days that count as turnaround; null where no line needs any.
  open_days integer[];
begin
  if jsonb_path_exists(parts, '$[*] ? (@.turnaround > 0)') then
    open_days := array(
      select ahead.n
      from private.availability_settings as settings cross join generate_series(0, horizon) as ahead (n)
      where extract(isodow from next_free_days.first + ahead.n)::smallint <> all (settings.closed_weekdays)
        and not exists (select from private.closed_days as closed where closed.day = next_free_days.first + ahead.n)
      order by ahead.n);
  end if;
  return query
    with part as (
      select line.place, line.part_id, line.wanted, line.owned, line.turnaround
      from jsonb_to_recordset(parts)
        as line (place integer, part_id uuid, wanted bigint, owned integer, turnaround integer)
    ), lacking as (
      -- The days on which an item has too few pieces.
      select item.part_id, item.turnaround, case when item.wanted <= item.owned
        then (
          select range_agg(int4range(day.day - next_free_days.first, day.day - next_free_days.first + 1))
          from private.free_days as day
          where day.item_id = item.part_id and day.day >= next_free_days.first and day.free < item.wanted)
        else '{[0,)}'::int4multirange - coalesce((
          select range_agg(int4range(day.day - next_free_days.first, day.day - next_free_days.first + 1))
          from private.free_days as day
          where day.item_id = item.part_id and day.day >= next_free_days.first and day.free >= item.wanted), '{}')
        end as days
      from (select distinct part_id, wanted, owned, turnaround from part) as item
    ), refused as (
      -- A rental does not fit that begins before the end of such a run and ends, or has its turnaround, on
      -- its first day or later.
      select lacking.part_id, int4range(
        greatest(0, case when lacking.turnaround = 0 then lower(run)
          else coalesce(open_days[width_bucket(lower(run) - 1, open_days) - lacking.turnaround + 1], 0) end
          - (next_free_days.last - next_free_days.first)),
        upper(run)) as starts
      from lacking cross join lateral unnest(lacking.days) as run
      where lower(run) < horizon
    ), fitting as (
      select part.place,
        '{[0,366)}'::int4multirange - coalesce(range_agg(refused.starts), '{}'::int4multirange) as starts
      from part left join refused on refused.part_id = part.part_id
      group by part.place
    )
    select fitting.place, next_free_days.first + lower(fitting.starts) from fitting where not isempty(fitting.starts);
end
$$;

create function private.order_pieces(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  item_id uuid,
  quantity integer,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer,
  first_day date
)
language sql stable
set search_path = ''
as $$
  with line as (
    select listed.id, listed.order_id, listed.item_id, listed.quantity, made.status
    from public.orders as made
      join public.order_items as listed on listed.order_id = made.id and listed.item_id is not null
    where made.id = any (order_ids)
  ), movement as materialized (
    select made.id, made.order_id, made.kind, made.day from public.order_movements as made
    where made.order_id = any (order_ids) and made.undone_at is null
  ), moved as (
    select listed.order_item_id, listed.item_id,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      coalesce(sum(listed.quantity) filter (where listed.condition = 'missing'), 0)::integer as missing,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day
    from movement join public.order_movement_lines as listed on listed.movement_id = movement.id
    group by listed.order_item_id, listed.item_id
  ), reserved as (
    select line.id, live.item_id, sum(live.quantity)::integer as quantity
    from line join public.reservations as live on live.order_item_id = line.id and live.kind = 'rental'
      and (live.status = 'released') is false
    group by line.id, live.item_id
  ), part as (
    select reserved.id, reserved.item_id, reserved.quantity from reserved
    union all
    -- Lines without dates and of cancelled orders have no reservations.
    select line.id, inside.part_id, inside.quantity * line.quantity
    from line join private.item_parts as inside on inside.item_id = line.item_id
    where line.id not in (select reserved.id from reserved)
  )
  select line.order_id, line.id, part.item_id, part.quantity,
    case when line.status in ('returned', 'completed') then part.quantity
      when counted.is_counted then coalesce(moved.handed_over, 0)
      when line.status = 'in_progress' then part.quantity else 0 end,
    case when line.status <> 'in_progress' then 0
      else greatest(0, case when counted.is_counted then coalesce(moved.handed_over, 0) else part.quantity end
        - coalesce(moved.returned, 0)) end,
    case when line.status in ('returned', 'completed') then part.quantity else coalesce(moved.returned, 0) end
      - coalesce(moved.missing, 0),
    coalesce(moved.missing, 0), moved.first_day
  from line join part on part.id = line.id
    left join moved on moved.order_item_id = line.id and moved.item_id = part.item_id
    cross join lateral (
      select line.order_id in (select movement.order_id from movement where movement.kind = 'hand_over') as is_counted
    ) as counted
$$;

create function private.pieces_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select min(item.quantity / inside.quantity)
  from private.item_parts as inside join public.items as item on item.id = inside.part_id
  where inside.item_id = pieces_of.item_id and (item.quantity > 0 or item.removed_at is not null)
$$;

create function private.pieces_value(item_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'number', piece.number, 'code', piece.code,
    'note', piece.note, 'retired', piece.retired_at is not null, 'created_at', piece.created_at)
    order by piece.number), '[]')
  from public.item_pieces as piece where piece.item_id = pieces_value.item_id
$$;

create function private.present_item(type text, id uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  found_item public.items;
begin
  select * into found_item from public.items as item
  where item.id = present_item.id and item.kind = present_item.type and item.removed_at is null;
  if not found then
    raise exception 'There is no such item.' using errcode = 'PT404';
  end if;
  return found_item;
end
$$;

create function private.rebuild_kits() returns integer
language plpgsql
set search_path = ''
as $$
declare
  wrong record;
  differing integer;
begin
  -- why: two changes at once could together make a circle that neither sees.
  perform pg_advisory_xact_lock(hashtextextended('private.kit_parts', 0));
  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, 1 as depth
    from public.item_components as listed
    union
    select inside.kit_id, listed.component_id, inside.depth + 1
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
    where inside.depth < 5 and inside.part_id <> inside.kit_id
  )
  select kit.name, inside.part_id = inside.kit_id as is_circle into wrong
  from inside join public.items as kit on kit.id = inside.kit_id
  where inside.part_id = inside.kit_id or inside.depth = 5
  order by is_circle desc limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format(case when wrong.is_circle then '"%s" cannot contain itself.'
        else '"%s" would be nested more than four levels deep.' end, wrong.name),
      detail = jsonb_build_object('field', 'components')::text;
  end if;

  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, listed.quantity::bigint as quantity
    from public.item_components as listed
    union all
    select inside.kit_id, listed.component_id, inside.quantity * listed.quantity
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
  )
  select kit.name as kit, part.name as part into wrong
  from inside
    join public.items as kit on kit.id = inside.kit_id
    join public.items as part on part.id = inside.part_id
  group by kit.id, part.id having sum(inside.quantity) > 1000
  limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('"%s" would contain more than 1,000 pieces of "%s".', wrong.kit, wrong.part),
      detail = jsonb_build_object('field', 'components')::text;
  end if;

  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, listed.quantity
    from public.item_components as listed
    union all
    select inside.kit_id, listed.component_id, inside.quantity * listed.quantity
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
  ), became as materialized (
    select inside.kit_id, inside.part_id, sum(inside.quantity)::integer as quantity
    from inside group by inside.kit_id, inside.part_id
  ), gone as (
    delete from private.kit_parts as stored
    where not exists (
      select from became where became.kit_id = stored.kit_id and became.part_id = stored.part_id
    )
    returning 1
  ), written as (
    insert into private.kit_parts as stored
    select * from became
    on conflict (kit_id, part_id) do update set quantity = excluded.quantity
    where stored.quantity <> excluded.quantity
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into differing;
  return differing;
end
$$;

create function private.recount_full_days() returns integer
language plpgsql
set search_path = ''
as $$
declare
  removed integer;
  added integer;
begin
  lock table private.search_entries, private.item_days in share row exclusive mode;
  delete from private.full_days as listed where not exists (
    select from private.item_days as taken
      join private.search_entries as entry on entry.kind = listed.kind and entry.item_id = taken.item_id
      join public.items as item on item.id = taken.item_id
    where taken.item_id = listed.item_id and taken.day = listed.day and taken.booked + taken.held >= taken.room
      and entry.counted = listed.counted and entry.place = listed.place
      and item.turnaround_days is not distinct from listed.turnaround);
  get diagnostics removed = row_count;
  insert into private.full_days (item_id, day, kind, counted, place, turnaround)
  select entry.item_id, taken.day, entry.kind, entry.counted, entry.place, item.turnaround_days
  from private.item_days as taken join public.items as item on item.id = taken.item_id
    join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
  where taken.booked + taken.held >= taken.room
  on conflict on constraint full_days_pkey do nothing;
  get diagnostics added = row_count;
  return greatest(removed, added);
end
$$;

create function private.recount_item_days(item_ids uuid[]) returns integer
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
        and upper(live.blocked) > first_day
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

create function private.recount_stock() returns integer
language plpgsql
set search_path = ''
as $$
declare
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  no_movement constant uuid := '00000000-0000-0000-0000-000000000000';
  differing integer;
  order_ids uuid[];
begin
  lock table public.items in exclusive mode;
  perform set_config('studio.facts', 'on', true);
  differing := private.rebuild_kits();

  -- A reservation that is missing, left over or different.
  select array_agg(distinct found.order_id), differing + count(*) into order_ids, differing
  from (
    select coalesce(wanted.order_id, stored.order_id) as order_id
    from private.wanted_reservations as wanted
      full join (
        select line.order_id, present.* from public.reservations as present
          join public.order_items as line on line.id = present.order_item_id
        where present.kind = 'rental' and present.status <> 'released'
      ) as stored on stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id
        and coalesce(stored.movement_id, no_movement) = coalesce(wanted.movement_id, no_movement)
    where (wanted.status, wanted.quantity, wanted.rented, wanted.blocked, wanted.handed_over)
      is distinct from (stored.status, stored.quantity, stored.rented, stored.blocked, stored.handed_over)
  ) as found;
  if order_ids is not null then
    -- why no lock of the orders: their writers may hold it while they wait for the items.
    perform private.write_reservations(order_ids);
  end if;

  differing := differing + private.recount_item_days(array(
    select live.item_id from public.reservations as live where live.status <> 'released'
    union
    select stored.item_id from private.item_days as stored
  ));
  delete from private.item_days as past where past.day < private.today() - 1;
  differing := differing + private.recount_full_days();
  perform set_config('studio.facts', facts, true);
  return differing;
end
$$;

create function private.refuse_busy() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The stock of these items is busy. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

create function private.refuse_pieces_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.status = 'in_progress' and new.status <> 'in_progress' and exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'hand_over' and movement.undone_at is null
  ) and exists (select from private.order_pieces(array[new.id]) as piece where piece.out_now > 0) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s are out. Take them back, or undo the hand-over, first.', old.order_number),
      detail = '{"reason": "pieces_out"}';
  elsif new.status in ('confirmed', 'in_progress') and exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'return' and movement.undone_at is null
  ) and (new.status = 'confirmed' or not exists (
    select from private.order_pieces(array[new.id]) as piece
    where piece.quantity > (
      select coalesce(sum(back.quantity), 0)
      from public.order_movement_lines as back
        join public.order_movements as movement on movement.id = back.movement_id
          and movement.kind = 'return' and movement.undone_at is null
      where back.order_item_id = piece.line_id and back.item_id = piece.item_id)
  )) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s were taken back. Undo the return first, or make a new order.', old.order_number),
      detail = '{"reason": "pieces_back"}';
  end if;
  return new;
end
$$;

create function private.release_ended_holds() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  lines uuid[];
begin
  if not exists (
    select from old_rows as former join new_rows as changed using (id)
    where former.held_until is not null and changed.held_until is null
  ) then
    return null;
  end if;
  lines := array(
    select line.id from old_rows as former join new_rows as changed using (id)
      join public.enquiry_items as line on line.enquiry_order_id = changed.id
    where former.held_until is not null and changed.held_until is null);
  perform private.lock_items(array(
    select distinct hold.item_id from public.reservations as hold
    where hold.enquiry_item_id = any (lines) and hold.kind = 'hold' and hold.status = 'held'));
  update public.reservations as hold set status = 'released'
  where hold.enquiry_item_id = any (lines) and hold.kind = 'hold' and hold.status = 'held';
  return null;
end
$$;

create function private.rental_days_of(rental_from date, rental_to date) returns private.rental_days
language plpgsql stable
set search_path = ''
as $$
begin
  if rental_from is null and rental_to is null then
    return null;
  end if;
  if rental_from is null or rental_to is null then
    raise exception 'rental_from and rental_to belong together.' using errcode = 'PT400';
  end if;
  if not isfinite(rental_from) or not isfinite(rental_to) then
    raise exception 'rental_from and rental_to must be dates.' using errcode = 'PT400';
  end if;
  if rental_to < rental_from then
    raise exception 'rental_to must not be before rental_from.' using errcode = 'PT400';
  end if;
  if rental_from < private.today() then
    raise exception 'rental_from must not be in the past.' using errcode = 'PT400';
  end if;
  if rental_to - rental_from > 91 then
    raise exception 'A rental may last 92 days at most.' using errcode = 'PT400';
  end if;
  return row(private.shown_availability(), rental_from, rental_to, private.last_blocked_days(rental_to),
    '{}'::uuid[], '{}'::uuid[])::private.rental_days;
end
$$;

create function private.reserve_fact(
  what text,
  type text,
  id uuid,
  quantity integer,
  rental_from date,
  rental_to date,
  reason text,
  key uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  scope constant text := case what when 'sub_rental' then 'add_sub_rental' else 'set_out_of_service' end;
  given_reason constant text := nullif(private.trimmed(reason), '');
  days daterange;
  item public.items;
  made public.reservations;
  answer jsonb;
begin
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(scope, key,
    jsonb_build_array(type, id, quantity, rental_from, rental_to, reason));
  if answer is not null then
    return answer;
  end if;
  days := private.staff_days(rental_from, rental_to);
  if quantity is null or quantity not between 1 and 1000000 then
    perform private.refuse('quantity', 'Quantity must be a whole number of 1 or more');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  insert into public.reservations as fact (item_id, quantity, kind, status, rented, blocked, reason, created_by)
  values (item.id, quantity, what, 'booked', days,
    -- why: hired pieces also cover the turnaround of the rental that they are hired for.
    case what when 'sub_rental' then private.blocked_range(days, private.turnaround_of(item.id)) else days end,
    given_reason, auth.uid())
  returning * into made;
  answer := to_jsonb(made);
  perform private.bind_idempotency_key(scope, key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function private.reserve_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- why: a status that changes meanwhile would decide by lines that are out of date.
  perform private.lock_orders(order_ids);
  perform private.write_reservations(order_ids);
end
$$;

create function private.roll_overdue(
  item_ids uuid[] default null,
  except_rows uuid[] default '{}'::uuid[]
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  late uuid[];
  rolled integer := 0;
begin
  if item_ids is not null then
    late := array(
      select overdue.id from public.reservations as overdue
      where overdue.kind = 'rental' and overdue.status = 'out' and overdue.item_id = any (item_ids)
        and greatest(overdue.rolled_on, upper(overdue.rented) - 1) < today and overdue.id <> all (except_rows));
  else
    with due as materialized (
      select overdue.id, overdue.item_id from public.reservations as overdue
      where overdue.kind = 'rental' and overdue.status = 'out'
        and greatest(overdue.rolled_on, upper(overdue.rented) - 1) < today and overdue.id <> all (except_rows)
      order by greatest(overdue.rolled_on, upper(overdue.rented) - 1) limit 500
    ), locked as materialized (
      select item.id from public.items as item
      where item.id in (select due.item_id from due) order by item.id for no key update skip locked
    )
    select array_agg(due.id) into late from due join locked on locked.id = due.item_id;
  end if;
  if coalesce(cardinality(late), 0) = 0 then
    return 0;
  end if;
  perform set_config('studio.facts', 'on', true);
  update public.reservations as overdue
  set rolled_on = today,
    blocked = private.blocked_range(daterange(lower(overdue.rented), today, '[]'), private.turnaround_of(overdue.item_id))
  where overdue.id in (
    select free.id from public.reservations as free
    where free.id = any (late) and free.status = 'out' and greatest(free.rolled_on, upper(free.rented) - 1) < today
    for update skip locked
  );
  get diagnostics rolled = row_count;
  perform set_config('studio.facts', facts, true);
  return rolled;
end
$$;

create function private.shown_availability() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if (private.current_actor()).actor <> 'visitor' then
    return 'exact';
  end if;
  return (select settings.shows from private.availability_settings as settings);
end
$$;

create function private.staff_days(rental_from date, rental_to date) returns daterange
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'The first day is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'The last day is required');
  elsif rental_from not between date '2000-01-01' and date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'It can last at most 365 days');
  end if;
  return daterange(rental_from, rental_to, '[]');
end
$$;

create function private.stock_days(item_id uuid, span daterange)
returns table (day date, room integer, booked integer, held integer, free integer, short integer)
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select inside.part_id, inside.quantity, item.quantity as owned
    from private.item_parts as inside join public.items as item on item.id = inside.part_id
    where inside.item_id = stock_days.item_id and (item.quantity > 0 or item.removed_at is not null)
  ), filled as materialized (
    select part.part_id, stock.day, stock.room, stock.booked, spare.free
    from part join private.item_days as stock on stock.item_id = part.part_id
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.day >= lower(span) and stock.day < upper(span)
  ), listed as (select distinct filled.day from filled)
  select listed.day, coalesce(self.room, item.quantity), coalesce(self.booked, 0),
    coalesce(self.room - self.booked - self.free, 0),
    (
      select min(greatest(coalesce(filled.free, part.owned), 0) / part.quantity)
      from part left join filled on filled.part_id = part.part_id and filled.day = listed.day
    ),
    greatest(coalesce(-self.free, 0), 0)
  from listed
    join public.items as item on item.id = stock_days.item_id
    left join filled as self on self.part_id = stock_days.item_id and self.day = listed.day
  order by listed.day
$$;

create function private.sweep_stock() returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  first_day constant date := private.today() - 1;
begin
  -- why not beside facts: extending overdue pieces is one, and has nothing to tidy.
  if coalesce(current_setting('studio.facts', true), '') = 'on' then
    return;
  end if;
  if (select min(past.day) from private.item_days as past) < first_day then
    delete from private.item_days as past
    where (past.item_id, past.day) in (
      select old.item_id, old.day from private.item_days as old
      where old.day < first_day
      order by old.day limit 100
      for update skip locked
    );
  end if;
  if (select min(hold.expires_at) from public.reservations as hold where hold.status = 'held') <= moment then
    with due as materialized (
      select hold.id, hold.item_id from public.reservations as hold
      where hold.status = 'held' and hold.expires_at <= moment
      order by hold.expires_at limit 20
    ), locked as materialized (
      select item.id from public.items as item
      where item.id in (select due.item_id from due)
      order by item.id for no key update skip locked
    )
    update public.reservations as hold set status = 'released'
    from due join locked on locked.id = due.item_id
    where hold.id = due.id and hold.status = 'held';
  end if;
end
$$;

create function private.turnaround_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select coalesce(item.turnaround_days, listed.turnaround_days)
  from public.items as item join private.catalogue_kinds as listed on listed.kind = item.kind
  where item.id = turnaround_of.item_id
$$;

create function private.turnaround_value(item_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('turnaround_days', private.turnaround_of(item.id),
    'own_turnaround_days', item.turnaround_days)
  from public.items as item where item.id = turnaround_value.item_id
$$;

create function private.wanted_lines(items jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'items must be a list of at most 100 lines.' using errcode = 'PT400';
  end if;
  if exists (
    select from jsonb_array_elements(items) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'
      or (line ->> 'id') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
  ) or exists (
    select from jsonb_array_elements(items) as line
    where (line ->> 'quantity')::numeric not between 1 and 1000000 or (line ->> 'quantity')::numeric % 1 <> 0
  ) then
    raise exception 'Each line must have a type, an id and a whole quantity of at least 1.' using errcode = 'PT400';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('place', place, 'type', line ->> 'type', 'id', line ->> 'id',
      'quantity', (line ->> 'quantity')::numeric::integer) order by place), '[]')
    from jsonb_array_elements(items) with ordinality as listed (line, place));
end
$$;

create view private.wanted_reservations with (security_invoker = true) as
select line.order_id, line.id as order_item_id, part.item_id, piece.quantity, piece.status, wanted.rented,
  case when wanted.rented = piece.rented and (piece.rolled_on is null or piece.status = 'out') then piece.blocked
    when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
    else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)) end as blocked,
  piece.movement_id, piece.handed_over
from public.orders as made
  join public.order_items as line on line.order_id = made.id
  cross join lateral (
    select sum(own.quantity)::integer as pieces from public.reservations as own
    -- why "is false": an index of live reservations by item would seem as good while the table is small.
    where own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental'
      and (own.status = 'released') is false
  ) as stored
  cross join lateral (
    select live.item_id, sum(live.quantity)::integer / stored.pieces * line.quantity as quantity
    from public.reservations as live
    where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
      and stored.pieces is not null
    group by live.item_id
    union all
    select line.item_id, line.quantity where stored.pieces is null
    union all
    select parts.part_id, parts.quantity * line.quantity
    from private.kit_parts as parts
    where parts.kit_id = line.item_id and stored.pieces is null
  ) as part
  left join public.reservations as main on main.order_item_id = line.id and main.item_id = part.item_id
    and main.kind = 'rental' and main.movement_id is null and (main.status = 'released') is false
  join public.items as item on item.id = part.item_id
  join private.catalogue_kinds as listed on listed.kind = item.kind
  -- why offset 0, here and below: the expressions are evaluated once and not wherever they are used.
  cross join (select private.today() as day offset 0) as today
  cross join lateral (
    select coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day,
      (array_agg(movement.id order by movement.day, movement.created_at, movement.id)
        filter (where movement.kind = 'hand_over'))[1] as first_id
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
    where listed.order_item_id = line.id and listed.item_id = part.item_id
  ) as moved
  cross join lateral (
    select exists (
      select from public.order_movements as movement
      where movement.order_id = made.id and movement.kind = 'hand_over' and movement.undone_at is null
    ) as is_counted offset 0
  ) as counted
  cross join lateral (
    select case when counted.is_counted and made.status = 'in_progress' then
      greatest(0, least(moved.handed_over, part.quantity) - moved.returned) end as pieces offset 0
  ) as outside
  cross join lateral (
    select case when moved.first_day < line.rental_from and outside.pieces < part.quantity - moved.returned
      then outside.pieces else 0 end as pieces offset 0
  ) as early
  cross join lateral (
    select null::uuid as movement_id, null::date as day, part.quantity - moved.returned - early.pieces as quantity,
      case made.status when 'confirmed' then 'booked'
        when 'in_progress' then case when outside.pieces <= early.pieces then 'booked' else 'out' end
        else 'returned' end as status,
      outside.pieces - early.pieces as handed_over,
      main.status as former, main.rented, main.blocked, main.rolled_on
    union all
    select moved.first_id, null, early.pieces, 'out', early.pieces, kept.status, kept.rented, kept.blocked,
      kept.rolled_on
    from (select where early.pieces > 0) as gone
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = moved.first_id and (kept.status = 'released') is false
    union all
    select back.movement_id, back.day, back.quantity, 'returned', null, kept.status, kept.rented, kept.blocked, null
    from (
      select movement.id as movement_id, movement.day, sum(listed.quantity)::integer as quantity
      from public.order_movement_lines as listed
        join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      where moved.returned > 0 and listed.order_item_id = line.id and listed.item_id = part.item_id
        and movement.kind = 'return'
      group by movement.id
    ) as back
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = back.movement_id and (kept.status = 'released') is false
  ) as piece
  cross join lateral (
    select case
      when piece.day is not null then piece.day
      when made.status in ('confirmed', 'in_progress') then line.rental_to
      when piece.former = 'returned' then upper(piece.rented) - 1
      when piece.former = 'out' then today.day
      when piece.former = 'booked' then least(line.rental_to, today.day)
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
    end as last_day,
    -- why the day of a movement: pieces may move before the line's first day, and all must stay in a row, because
    -- the rows of a line say how many parts a kit had when it was reserved.
    least(line.rental_from, case when piece.status <> 'booked' then moved.first_day end,
      case when piece.day is not null then piece.day
      when made.status in ('returned', 'completed') then (
        select min(movement.day)
        from public.order_movement_lines as listed
          join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
        where listed.order_item_id = line.id
      ) end) as first_day offset 0
  ) as ended
  cross join lateral (
    select daterange(ended.first_day, ended.last_day, '[]') as rented
    where ended.last_day >= ended.first_day offset 0
  ) as wanted
where made.status in ('confirmed', 'in_progress', 'returned', 'completed') and piece.quantity > 0
  and isfinite(line.rental_from) and isfinite(line.rental_to);

create function private.with_free(items jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if days.shows = 'off' then
    return (
      select coalesce(jsonb_agg(item || '{"free": null, "of": null}' order by place), '[]')
      from jsonb_array_elements(items) with ordinality as listed (item, place));
  end if;
  return (
    select coalesce(jsonb_agg(item || jsonb_build_object(
        'free', case days.shows when 'exact' then figures.free else least(figures.free, 1) end,
        'of', case days.shows when 'exact' then figures.pieces end) order by place), '[]')
    from jsonb_array_elements(items) with ordinality as listed (item, place)
      left join private.free_of(
        array(select (each ->> 'id')::uuid from jsonb_array_elements(items) as each), days.first, days.last_days
      ) as figures on figures.item_id = (item ->> 'id')::uuid);
end
$$;

create function private.write_reservations(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  involved uuid[];
  is_changed boolean;
begin
  -- why not from wanted_reservations: these are the same items and some more, for a fraction of its cost.
  select array_agg(distinct listed.item_id), bool_or(listed.is_stored) into involved, is_changed
  from (
    select line.item_id, false as is_stored
    from public.order_items as line
    where line.order_id = any (order_ids) and line.rental_from is not null and line.item_id is not null
    union all
    select parts.part_id, false
    from public.order_items as line join private.kit_parts as parts on parts.kit_id = line.item_id
    where line.order_id = any (order_ids) and line.rental_from is not null
    union all
    select stored.item_id, true
    from public.order_items as line join public.reservations as stored on stored.order_item_id = line.id
    where line.order_id = any (order_ids)
  ) as listed;
  if involved is null then
    return;
  end if;
  perform private.lock_items(involved);
  -- why released at first: one statement then changes the old reservations together with the new ones,
  -- so that a refusal names every short line, and what one line gives back another can take.
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, created_by,
    movement_id, handed_over)
  select wanted.item_id, wanted.quantity, 'rental', case when is_changed then 'released' else wanted.status end,
    wanted.rented, wanted.blocked, wanted.order_item_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()),
    wanted.movement_id, wanted.handed_over
  from private.wanted_reservations as wanted
  where wanted.order_id = any (order_ids) and not (is_changed and exists (
    select from public.reservations as stored
    where stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id and stored.kind = 'rental'
      and stored.movement_id is not distinct from wanted.movement_id
  ));
  if is_changed then
    update public.reservations as stored
    set status = became.status, quantity = became.quantity, rented = became.rented, blocked = became.blocked,
      handed_over = became.handed_over,
      rolled_on = case when became.status = 'out' and became.rented = stored.rented then stored.rolled_on end
    from (
      select listed.*, bool_or(listed.differs) over (partition by listed.item_id) as is_touched
      from (
        select present.id, present.item_id, coalesce(wanted.status, 'released') as status,
          coalesce(wanted.quantity, present.quantity) as quantity,
          coalesce(wanted.rented, present.rented) as rented, coalesce(wanted.blocked, present.blocked) as blocked,
          wanted.handed_over,
          (present.status, present.quantity, present.rented, present.blocked, present.handed_over) is distinct from
            (coalesce(wanted.status, 'released'), coalesce(wanted.quantity, present.quantity),
              coalesce(wanted.rented, present.rented), coalesce(wanted.blocked, present.blocked),
              wanted.handed_over) as differs
        from public.order_items as line
          join public.reservations as present on present.order_item_id = line.id and present.kind = 'rental'
          left join private.wanted_reservations as wanted on wanted.order_id = line.order_id
            and wanted.order_item_id = line.id and wanted.item_id = present.item_id
            and wanted.movement_id is not distinct from present.movement_id
        where line.order_id = any (order_ids)
      ) as listed
    ) as became
    -- why all of an item: a refusal names what the orders want of it together.
    where stored.id = became.id and became.is_touched and (became.differs or became.status <> 'released');
    -- Pieces hired in for a line of an order that is cancelled.
    update public.reservations as hired set status = 'released'
    from public.order_items as line join public.orders as made on made.id = line.order_id
    where line.order_id = any (order_ids) and made.status = 'cancelled' and hired.order_item_id = line.id
      and hired.kind = 'sub_rental' and hired.status = 'booked';
  end if;
  -- An order of the past, or a rental that ends earlier now, is late at once.
  if exists (select from public.orders as made where made.id = any (order_ids) and made.status = 'in_progress') then
    perform private.roll_overdue(involved);
  end if;
end
$$;

create function public.add_sub_rental(
  type text,
  id uuid,
  quantity integer,
  rental_from date,
  rental_to date,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.reserve_fact('sub_rental', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

create function public.availability(rental_from date, rental_to date, items jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  days constant private.rental_days := private.rental_days_of(rental_from, rental_to);
  lines constant jsonb := private.wanted_lines(items);
  sees_all constant boolean := (private.current_actor()).actor <> 'visitor';
  parts jsonb;
  short_parts jsonb;
begin
  if days is null then
    raise exception 'rental_from and rental_to are required.' using errcode = 'PT400';
  end if;
  if days.shows = 'off' then
    return (
      select coalesce(jsonb_agg(line - 'place' || '{"free": null, "of": null, "next_free": null}' order by nth), '[]')
      from jsonb_array_elements(lines) with ordinality as listed (line, nth));
  end if;
  with line as (
    select listed.place, listed.quantity, item.id as item_id
    from jsonb_to_recordset(lines) as listed (place integer, type text, id uuid, quantity integer)
      join public.items as item on item.id = listed.id and item.kind = listed.type and (item.active or sees_all)
  ), part as (
    select line.place, line.item_id as part_id, 1 as each, line.quantity::bigint as quantity from line
    union all
    select line.place, kit.part_id, kit.quantity, line.quantity::bigint * kit.quantity
    from line join private.kit_parts as kit on kit.kit_id = line.item_id
  ), counted as (
    select wanted.part_id, wanted.quantity as wanted, item.quantity as owned,
      coalesce(item.turnaround_days, listed.turnaround_days) as turnaround
    from (select part_id, sum(quantity) as quantity from part group by part_id) as wanted
      join public.items as item on item.id = wanted.part_id and (item.quantity > 0 or item.removed_at is not null)
      join private.catalogue_kinds as listed on listed.kind = item.kind
  ), figured as (
    select counted.*, greatest(0, taken.free) as free
    from counted
      cross join lateral (select days.last_days[counted.turnaround + 1] as last) as blocked
      cross join lateral (
        select least(case when count(*) <= blocked.last - days.first then counted.owned end, min(day.free)) as free
        from private.free_days as day
        where day.item_id = counted.part_id and day.day between days.first and blocked.last
      ) as taken
  )
  select coalesce(jsonb_agg(jsonb_build_object('place', part.place, 'part_id', part.part_id, 'each', part.each,
      'wanted', figured.wanted, 'owned', figured.owned, 'turnaround', figured.turnaround, 'free', figured.free)), '[]')
  into parts
  from part join figured using (part_id);

  select coalesce(jsonb_agg(part), '[]') into short_parts
  from jsonb_array_elements(parts) as part
  where part -> 'place' in (
    select short -> 'place' from jsonb_array_elements(parts) as short
    where (short ->> 'free')::bigint < (short ->> 'wanted')::bigint);

  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', line.type, 'id', line.id, 'quantity', line.quantity,
      'free', case when not line.is_known then 0 when days.shows = 'exact' then figures.free
        when figures.free is not null then case when figures.fits then line.quantity else 0 end end,
      'of', case when days.shows = 'exact' then case when line.is_known then figures.pieces else 0 end end,
      'next_free', case when not line.is_known then null
        when figures.free is null or figures.fits then days.first else later.next_free end
    ) order by line.place), '[]')
    from (
        select listed.*, exists (
            select from public.items as item
            where item.id = listed.id and item.kind = listed.type and (item.active or sees_all)) as is_known
        from jsonb_to_recordset(lines) as listed (place integer, type text, id uuid, quantity integer)
      ) as line
      left join (
        select part.place, min(part.free / part.each) as free, min(part.owned / part.each) as pieces,
          bool_and(part.free >= part.wanted) as fits
        from jsonb_to_recordset(parts)
          as part (place integer, each integer, wanted bigint, owned integer, free integer)
        group by part.place
      ) as figures on figures.place = line.place
      left join private.next_free_days(short_parts, days.first, days.last) as later on later.place = line.place);
end
$$;

create function public.availability_settings() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.availability_settings_value();
end
$$;

create function public.change_availability_settings(
  shows text,
  turnaround jsonb,
  closed_weekdays smallint[],
  closed_days jsonb,
  expected_updated_at timestamptz
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  known private.availability_settings;
  present jsonb;
  asked jsonb;
  weekdays smallint[];
begin
  perform private.require_staff('admin');
  if shows is null or shows not in ('exact', 'yes-no', 'off') then
    perform private.refuse('shows', 'Choose what visitors see.');
  elsif jsonb_typeof(turnaround) is distinct from 'object' or exists (
    select from jsonb_each(turnaround) as given
    where private.whole_number(given.value, 0, 30) is null
      or not exists (select from private.catalogue_kinds as listed where listed.kind = given.key)
  ) then
    perform private.refuse('turnaround', 'Turnaround must be a whole number of days from 0 to 30');
  elsif closed_weekdays is null or array_position(closed_weekdays, null) is not null
    or not closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'Closed weekdays are numbers from 1 (Monday) to 7');
  elsif closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'At least one day of the week must be open.');
  elsif jsonb_typeof(closed_days) is distinct from 'array' or jsonb_array_length(closed_days) > 1000 then
    perform private.refuse('closed_days', 'Closed days must be a list of at most 1000 days.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    where coalesce(value ->> 'day', '') !~ '^\d{4}-\d\d-\d\d$' or char_length(value ->> 'reason') > 200
  ) then
    perform private.refuse('closed_days', 'Each closed day needs a date, and a reason of at most 200 characters.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    group by (value ->> 'day')::date having count(*) > 1
  ) then
    perform private.refuse('closed_days', 'A day is listed twice.');
  end if;

  select * into known from private.availability_settings for update;
  present := private.availability_settings_value();
  weekdays := array(select distinct day from unnest(closed_weekdays) as day order by day);
  asked := jsonb_build_object(
    'shows', shows,
    'turnaround', present -> 'turnaround' || turnaround,
    'closed_weekdays', weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', value ->> 'day',
        'reason', nullif(private.trimmed(value ->> 'reason'), '')) order by value ->> 'day'), '[]')
      from jsonb_array_elements(closed_days) as given (value)
    ));
  if asked = present - 'updated_at' then
    return present;
  elsif known.updated_at is distinct from expected_updated_at then
    raise exception 'The settings were changed meanwhile.' using errcode = 'PT409', detail = present::text;
  end if;
  update private.availability_settings as settings
  set shows = change_availability_settings.shows, closed_weekdays = weekdays, updated_at = clock_timestamp();
  update private.catalogue_kinds as listed set turnaround_days = (turnaround ->> listed.kind)::smallint
  where listed.turnaround_days <> (turnaround ->> listed.kind)::smallint;
  delete from private.closed_days;
  insert into private.closed_days (day, reason)
  select day, reason from jsonb_to_recordset(asked -> 'closed_days') as given (day date, reason text);
  perform private.log_change('settings', 'changed', 'availability_settings', 'availability', 'availability', 'Availability', (
    select jsonb_object_agg(given.key, jsonb_build_array(present -> given.key, given.value))
    from jsonb_each(asked) as given where present -> given.key <> given.value));
  -- why: pages say what visitors learn.
  perform pg_notify('catalogue_changed', '');
  return private.availability_settings_value();
end
$$;

create function public.components(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  perform private.present_item(type, id);
  return private.components_of(id);
end
$$;

create function public.conflicts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  names_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  return (
    with short as materialized (
      select stock.item_id, stock.day, missing.pieces
      from private.item_days as stock
        cross join lateral private.missing_pieces(stock.item_id, stock.day, stock.room) as missing (pieces)
      where stock.short > 0 and stock.day >= private.today() and missing.pieces > 0
    ), listed as materialized (
      select short.item_id, array_agg(short.day order by short.day) as days, max(short.pieces) as pieces
      from short group by short.item_id order by min(short.day), short.item_id limit 200
    )
    select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
        'code', item.code, 'days', to_jsonb(listed.days), 'short', listed.pieces,
        'orders', case when names_too then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('id', made.id, 'order_number', made.order_number)), '[]')
          from public.reservations as booked join public.order_items as line on line.id = booked.order_item_id
            join public.orders as made on made.id = line.order_id
          where booked.item_id = item.id and booked.kind = 'rental' and booked.status in ('booked', 'out')
            and exists (select from unnest(listed.days) as needed (day) where booked.blocked @> needed.day)
        ) else '[]' end,
        'holds', case when names_too then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('enquiry_id', asked.id,
            'enquiry_number', asked.enquiry_number)), '[]')
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
            join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
          where hold.item_id = item.id and hold.status = 'held' and hold.expires_at > clock_timestamp()
            and exists (select from unnest(listed.days) as needed (day) where hold.blocked @> needed.day)
        ) else '[]' end
      ) order by listed.days[1], item.id), '[]')
    from listed join public.items as item on item.id = listed.item_id
  );
end
$$;

create function public.edit_piece(id uuid, note text, retired boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  text_of_note constant text := nullif(private.trimmed(note), '');
  known public.item_pieces;
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if char_length(text_of_note) > 200 then
    perform private.refuse('note', 'The note must be at most 200 characters');
  elsif retired is null then
    perform private.refuse('retired', 'Enter whether the piece is retired');
  end if;
  select * into known from public.item_pieces as piece where piece.id = edit_piece.id;
  if not found then
    raise exception 'There is no such piece.' using errcode = 'PT404';
  end if;
  perform private.lock_items(array[known.item_id]);
  select * into known from public.item_pieces as piece where piece.id = edit_piece.id for update;
  if not retired and known.retired_at is not null then
    select * into item from public.items as found_item where found_item.id = known.item_id;
    if item.removed_at is not null then
      perform private.refuse('retired', 'The item was deleted, so its pieces stay retired.');
    end if;
    perform private.check_piece_count(item, 1, 'retired');
  end if;
  update public.item_pieces as piece
  set note = text_of_note, retired_at = case when retired then coalesce(piece.retired_at, now()) end
  where piece.id = known.id;
  return jsonb_build_object('pieces', private.pieces_value(known.item_id));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.find_items(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(find_items.q, ''));
  listed record;
  found_ids uuid[] := '{}';
  ids uuid[];
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if pattern = '%%' then
    return '[]';
  end if;
  for listed in select kind, item_table, staff_text from private.catalogue_kinds order by position loop
    execute format('select array(select item.id from %s as item where %s limit 200)', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text, '{}', pattern)) into ids using pattern;
    found_ids := found_ids || ids;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name,
      'quantity', quantity, 'price', price, 'active', active) order by place), '[]')
    from (
      select kind, id, code, name, quantity, price, active, row_number() over (
        order by lower(name) not like substr(pattern, 2), lower(code) not like substr(pattern, 2), name, id) as place
      from public.items as item where item.id = any (found_ids)
    ) as found where place <= 12
  );
end
$$;

create function public.hold_enquiry(id uuid, until timestamptz default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  former timestamptz;
  first_day date;
  was_held boolean;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if hold_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hold_enquiry', hold_enquiry.key,
    jsonb_build_array(hold_enquiry.id, private.iso_time(hold_enquiry.until)));
  if answer is not null then
    return answer;
  end if;

  select * into enquiry from public.enquiry_orders as found where found.id = hold_enquiry.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can be held; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;
  select min(line.rental_from) into first_day from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and line.rental_to is not null;
  if first_day is null then
    perform private.refuse('until', 'This enquiry has no dates to hold.');
  elsif hold_enquiry.until is null then
    perform private.refuse('until', 'The end of the hold is required');
  elsif hold_enquiry.until >= first_day::timestamp at time zone 'Asia/Kolkata' then
    perform private.refuse('until', 'A hold must end before the first day of the rental.');
  elsif hold_enquiry.until <= clock_timestamp() then
    perform private.refuse('until', 'A hold must end in the future.');
  end if;
  was_held := exists (
    select from public.enquiry_items as line join public.reservations as hold on hold.enquiry_item_id = line.id
    where line.enquiry_order_id = enquiry.id);
  if was_held and enquiry.hold_extensions >= 2 then
    raise exception 'A hold can be extended twice. Convert the enquiry or let the items go.'
      using errcode = 'PT409', detail = '{"reason": "extended_twice"}';
  end if;

  perform private.lock_stock(array(
    select line.item_id from public.enquiry_items as line where line.enquiry_order_id = enquiry.id
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = enquiry.id));
  update public.reservations as hold set expires_at = hold_enquiry.until
  from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and hold.enquiry_item_id = line.id and hold.status = 'held';
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at, created_by)
  select part.part_id, line.quantity * part.quantity, 'hold', 'held', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), line.id, hold_enquiry.until,
    auth.uid()
  from public.enquiry_items as line
    join private.item_parts as part on part.item_id = line.item_id
    cross join lateral (select daterange(line.rental_from, line.rental_to, '[]') as rented) as days
  where line.enquiry_order_id = enquiry.id and line.rental_from is not null and line.rental_to is not null
    and not exists (
      select from public.reservations as hold where hold.enquiry_item_id = line.id and hold.status = 'held');
  former := enquiry.held_until;
  update public.enquiry_orders as held
  set held_until = hold_enquiry.until, hold_extensions = held.hold_extensions + was_held::integer
  where held.id = enquiry.id returning * into enquiry;
  perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'held',
    private.iso_time(former), private.iso_time(enquiry.held_until));
  answer := private.without_texts(to_jsonb(enquiry));
  perform private.bind_idempotency_key('hold_enquiry', hold_enquiry.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.item_calendar(kind text, id uuid, from_day date, days integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  shows constant text := private.shown_availability();
  sees_all constant boolean := (private.current_actor()).actor <> 'visitor';
  today constant date := private.today();
  is_known boolean;
  calendar jsonb;
begin
  if not exists (select from private.catalogue_kinds as listed where listed.kind = item_calendar.kind) then
    raise exception 'There is no kind "%".', left(item_calendar.kind, 40) using errcode = 'PT400';
  end if;
  if item_calendar.id is null or from_day is null or not isfinite(from_day) then
    raise exception 'An id and a first day are required.' using errcode = 'PT400';
  end if;
  if item_calendar.days is null or item_calendar.days not between 1 and 92 then
    raise exception 'days must be between 1 and 92.' using errcode = 'PT400';
  end if;
  if shows = 'off' then
    return '{"of": null, "days": []}';
  end if;
  is_known := exists (
    select from public.items as item
    where item.id = item_calendar.id and item.kind = item_calendar.kind and (item.active or sees_all));

  with part as (
    select part.part_id, part.quantity, item.quantity as owned
    from (
      select item_calendar.id as part_id, 1 as quantity
      union all
      select kit.part_id, kit.quantity from private.kit_parts as kit where kit.kit_id = item_calendar.id
    ) as part
      join public.items as item on item.id = part.part_id and (item.quantity > 0 or item.removed_at is not null)
    where is_known
    union all
    select null, 1, 0 where not is_known
  ), figured as (
    select ahead.day, part.quantity, part.owned,
      coalesce((
        select taken.free from private.free_days as taken where taken.item_id = part.part_id and taken.day = ahead.day
      ), part.owned) as free
    from generate_series(0, item_calendar.days - 1) as n
      cross join lateral (select item_calendar.from_day + n as day) as ahead
      cross join part
    where ahead.day >= today
  ), scarcest as (
    select figured.day, min(greatest(0, figured.free) / figured.quantity) as free,
      min(figured.owned / figured.quantity) as pieces
    from figured group by figured.day
  )
  select jsonb_build_object(
    'of', case when shows = 'exact' then (select min(part.owned / part.quantity) from part) end,
    'days', coalesce((
      select jsonb_agg(jsonb_build_object('day', scarcest.day, 'free', scarcest.free) order by scarcest.day)
      from scarcest where case when shows = 'exact' then scarcest.free < scarcest.pieces else scarcest.free = 0 end
    ), '[]'))
  into calendar;
  return calendar;
end
$$;

create function public.item_reservations(
  type text,
  id uuid,
  from_day date default null,
  days integer default 92
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day constant date := coalesce(item_reservations.from_day, private.today());
  span daterange;
  item public.items;
  names_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  if first_day not between date '2000-01-01' and date '9998-12-31'
    or coalesce(item_reservations.days, 0) not between 1 and 366 then
    raise exception 'from_day must be a day and days a number from 1 to 366.' using errcode = 'PT400';
  end if;
  span := daterange(first_day, first_day + item_reservations.days);
  item := private.present_item(item_reservations.type, item_reservations.id);
  return private.turnaround_value(item.id) || jsonb_build_object(
    'of', private.pieces_of(item.id),
    'shows', (select settings.shows from private.availability_settings as settings),
    'days', (
      select coalesce(jsonb_agg(to_jsonb(stock) order by stock.day), '[]')
      from private.stock_days(item.id, span * daterange(private.today(), null)) as stock
      where stock.free is distinct from private.pieces_of(item.id) or stock.room is distinct from item.quantity
        or stock.short > 0
    ),
    'reservations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'kind', listed.kind, 'status', listed.status,
          'quantity', listed.quantity, 'rental_from', lower(listed.rented), 'rental_to', upper(listed.rented) - 1,
          'blocked_to', upper(listed.blocked) - 1, 'expires_at', listed.expires_at, 'reason', listed.reason,
          'order', case when names_too and made.id is not null then jsonb_build_object('id', made.id,
            'order_number', made.order_number, 'customer', private.customer_name(made.customer_id)) end,
          'enquiry', case when names_too and asked.id is not null then jsonb_build_object('id', asked.id,
            'enquiry_number', asked.enquiry_number, 'customer', private.customer_name(asked.customer_id)) end
        ) order by lower(listed.rented), listed.created_at, listed.id), '[]')
      from (
        select * from public.reservations as touching
        where touching.item_id = item.id and touching.status <> 'released'
          and upper(touching.blocked) > lower(span) and lower(touching.blocked) < upper(span)
          and (touching.status <> 'held' or touching.expires_at > clock_timestamp())
        order by lower(touching.rented), touching.created_at, touching.id limit 500
      ) as listed
        left join public.order_items as line on line.id = listed.order_item_id
        left join public.orders as made on made.id = line.order_id
        left join public.enquiry_items as wanted on wanted.id = listed.enquiry_item_id
        left join public.enquiry_orders as asked on asked.id = wanted.enquiry_order_id
    ));
end
$$;

create function public.labels(codes text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if cardinality(codes) > 500 then
    perform private.refuse('codes', 'Print at most 500 items at once');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('item', item.id, 'type', item.kind, 'name', item.name,
        'code', item.code, 'place', item.place, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code) order by piece.number), '[]')
          from public.item_pieces as piece where piece.item_id = item.id and piece.retired_at is null
        )) order by wanted.place), '[]')
    from (
      select found.item_id, min(given.place) as place
      from unnest(codes) with ordinality as given (code, place)
        cross join lateral (
          select known.id as item_id from public.items as known where known.code = upper(private.trimmed(given.code))
          union all
          select piece.item_id from public.item_pieces as piece where piece.code = upper(private.trimmed(given.code))
        ) as found
      group by found.item_id
    ) as wanted join public.items as item on item.id = wanted.item_id
    where item.removed_at is null
  );
end
$$;

create function public.number_pieces(type text, id uuid, count integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  item public.items;
  last integer;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('number_pieces', key, jsonb_build_array(type, id, count));
  if answer is not null then
    return answer;
  end if;
  if count is null or count not between 1 and 1000 then
    perform private.refuse('count', 'Enter whole pieces from 1 to 1,000');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  -- why again: the quantity may have changed while this waited for the lock.
  item := private.present_item(type, id);
  perform private.check_piece_count(item, count, 'count');
  select coalesce(max(piece.number), 0) into last from public.item_pieces as piece where piece.item_id = item.id;
  if last + count > 9999 then
    perform private.refuse('count', 'An item can have at most 9,999 numbers');
  end if;
  insert into public.item_pieces (item_id, number, code)
  select item.id, next.number, item.code || '-' || lpad(next.number::text, greatest(2, length(next.number::text)), '0')
  from generate_series(last + 1, last + count) as next (number);
  answer := jsonb_build_object('pieces', private.pieces_value(item.id));
  perform private.bind_idempotency_key('number_pieces', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.pieces(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  item := private.present_item(type, id);
  return jsonb_build_object('quantity', item.quantity, 'code', item.code, 'place', item.place,
    'archived', item.archived_at is not null, 'pieces', private.pieces_value(item.id));
end
$$;

create function public.release_hold(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  former timestamptz;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found where found.id = release_hold.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.held_until is not null then
    former := enquiry.held_until;
    update public.enquiry_orders as released set held_until = null
    where released.id = enquiry.id returning * into enquiry;
    if former > clock_timestamp() then
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'hold_released',
        private.iso_time(former), null);
    end if;
  end if;
  return private.without_texts(to_jsonb(enquiry));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.release_reservation(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.reservations;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into known from public.reservations as found where found.id = release_reservation.id;
  if not found then
    raise exception 'There is no such reservation.' using errcode = 'PT404';
  elsif known.kind not in ('out_of_service', 'sub_rental') then
    raise exception 'This reservation ends with its enquiry or order.' using errcode = 'PT422';
  end if;
  perform private.lock_items(array[known.item_id]);
  update public.reservations as ended set status = 'released'
  where ended.id = known.id and ended.status <> 'released';
  select * into known from public.reservations as found where found.id = known.id;
  return to_jsonb(known);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.set_components(type text, id uuid, components jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  kit public.items;
  asked record;
  former jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  kit := private.present_item(type, id);
  if jsonb_typeof(components) is distinct from 'array' or jsonb_array_length(components) > 100 then
    perform private.refuse('components', 'Components must be a list of at most 100.');
  end if;
  for asked in
    select private.whole_number(given.value -> 'quantity', 1, 1000) as quantity, item.id as item_id, item.name,
      count(*) over (partition by item.id) as times
    from jsonb_array_elements(components) as given (value)
      left join public.items as item on item.id = private.uuid_of(given.value ->> 'id')
        and item.kind = given.value ->> 'type' and item.removed_at is null
  loop
    if asked.item_id is null then
      perform private.refuse('components', 'A component is no longer there. Choose another.');
    elsif asked.item_id = kit.id then
      perform private.refuse('components', format('"%s" cannot contain itself.', kit.name));
    elsif asked.quantity is null then
      perform private.refuse('components', format('The quantity of "%s" must be from 1 to 1,000.', asked.name));
    elsif asked.times > 1 then
      perform private.refuse('components', format('"%s" is listed twice.', asked.name));
    end if;
  end loop;
  -- why: a booking of the kit, or of one around it, reads its parts under the same lock.
  perform private.lock_items(array(
    select around.kit_id from private.kit_parts as around where around.part_id = kit.id
  ) || kit.id);
  former := private.component_texts(kit.id);
  delete from public.item_components as listed where listed.kit_id = kit.id;
  insert into public.item_components (kit_id, component_id, quantity, position)
  select kit.id, (given.value ->> 'id')::uuid, (given.value ->> 'quantity')::numeric::integer, given.place
  from jsonb_array_elements(components) with ordinality as given (value, place);
  perform private.log_change('items', 'changed', 'item_components', 'item', kit.id::text, kit.code || ' · ' || kit.name,
    case when former = private.component_texts(kit.id) then '{}'
      else jsonb_build_object('components', jsonb_build_array(former, private.component_texts(kit.id))) end);
  return private.components_of(kit.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.set_out_of_service(
  type text,
  id uuid,
  quantity integer,
  rental_from date,
  rental_to date,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.reserve_fact('out_of_service', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

create function public.set_turnaround(type text, id uuid, days integer default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  item := private.present_item(type, id);
  if days not between 0 and 30 then
    perform private.refuse('days', 'Turnaround must be a whole number of days from 0 to 30');
  end if;
  update public.items as changed set turnaround_days = days
  where changed.id = item.id and changed.turnaround_days is distinct from days;
  return private.turnaround_value(item.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.stock_check(type text, ids uuid[], quantity integer default null)
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
      and (reserved.status <> 'held' or reserved.expires_at > clock_timestamp())
  ), promised as (
    select id, greatest(lower(rented), today) as first_day from live
    where (kind = 'hold' or kind = 'rental' and status <> 'returned') and upper(rented) > today
  ), on_days as (
    select day::date,
      coalesce(sum(live.quantity) filter (where kind in ('rental', 'hold')), 0) - greatest(0, room
        - coalesce(sum(live.quantity) filter (where kind = 'out_of_service'), 0)
        + coalesce(sum(live.quantity) filter (where kind = 'sub_rental'), 0)) as missing
    from live cross join lateral
      generate_series(greatest(lower(blocked), today), upper(blocked) - 1, interval '1 day') as day
    where room > 0
    group by id, room, day
  ), short_days as (
    select day, max(missing) as missing from on_days where missing > 0 group by day
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

create function public.wait_for_items(id uuid, waiting boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found where found.id = wait_for_items.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif wait_for_items.waiting is null then
    perform private.refuse('waiting', 'Choose whether it waits.');
  elsif wait_for_items.waiting and enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can wait; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status where status.value = enquiry.status
      ));
  elsif wait_for_items.waiting and enquiry.held_until > clock_timestamp() then
    raise exception 'This enquiry holds its items itself.' using errcode = 'PT409', detail = '{"reason": "held"}';
  end if;
  update public.enquiry_orders as changed
  set waiting_since = case when wait_for_items.waiting then clock_timestamp() end
  where changed.id = enquiry.id and (changed.waiting_since is not null) <> wait_for_items.waiting;
  select * into enquiry from public.enquiry_orders as found where found.id = enquiry.id;
  return private.without_texts(to_jsonb(enquiry));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

reset check_function_bodies;

grant execute on function
  public.add_sub_rental(text,uuid,integer,date,date,text,uuid),
  public.availability_settings(),
  public.change_availability_settings(text,jsonb,smallint[],jsonb,timestamp with time zone),
  public.components(text,uuid),
  public.conflicts(),
  public.edit_piece(uuid,text,boolean),
  public.find_items(text),
  public.hold_enquiry(uuid,timestamp with time zone,uuid),
  public.item_reservations(text,uuid,date,integer),
  public.labels(text[]),
  public.number_pieces(text,uuid,integer,uuid),
  public.pieces(text,uuid),
  public.release_hold(uuid),
  public.release_reservation(uuid),
  public.set_components(text,uuid,jsonb),
  public.set_out_of_service(text,uuid,integer,date,date,text,uuid),
  public.set_turnaround(text,uuid,integer),
  public.stock_check(text,uuid[],integer),
  public.wait_for_items(uuid,boolean)
to authenticated;

grant execute on function
  public.availability(date,date,jsonb),
  public.item_calendar(text,uuid,date,integer)
to anon, authenticated, service_role;

create trigger search_entries_full_delete after delete on private.search_entries
  referencing old table as old_entries
  for each statement execute function private.follow_search_entries();
create trigger search_entries_full_insert after insert on private.search_entries
  referencing new table as new_entries
  for each statement execute function private.follow_search_entries();
create trigger search_entries_full_update after update on private.search_entries
  referencing old table as old_entries new table as new_entries
  for each statement execute function private.follow_search_entries();

create trigger items_quantity_followed after update of quantity, removed_at on public.items
  for each row
  when (old.quantity <> new.quantity or old.removed_at is distinct from new.removed_at) execute function private.follow_quantity();
create trigger items_turnaround after update of turnaround_days on public.items
  for each row
  when (old.turnaround_days is distinct from new.turnaround_days) execute function private.follow_turnaround();

create trigger enquiry_orders_end_hold before update of status on public.enquiry_orders
  for each row
  when (old.held_until is not null and new.status <> old.status) execute function private.end_hold();
create trigger enquiry_orders_end_waiting
  before update of status, held_until on public.enquiry_orders
  for each row when (old.waiting_since is not null) execute function private.end_waiting();
-- why the name: triggers run in its order, and this one locks items, after the counts of the lead.
create trigger enquiry_orders_release_holds after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.release_ended_holds();

create trigger orders_followed_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_orders();
create trigger orders_pieces_out before update of status on public.orders
  for each row
  when (old.status <> new.status and (new.status = any (array['cancelled', 'confirmed', 'in_progress']))) execute function private.refuse_pieces_out();

create trigger order_items_followed_insert after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.follow_order_items();
create trigger order_items_followed_update after update on public.order_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_order_items();

create trigger item_days_full_delete after delete on private.item_days
  referencing old table as old_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_insert after insert on private.item_days
  referencing new table as new_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_truncate after truncate on private.item_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_update after update on private.item_days
  referencing old table as old_days new table as new_days
  for each statement execute function private.follow_item_days();

create trigger item_components_followed
  after insert or delete or update or truncate on public.item_components
  for each statement execute function private.follow_components();

create trigger reservations_followed_delete after delete on public.reservations
  referencing old table as old_rows
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_insert after insert on public.reservations
  referencing new table as new_rows
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_truncate after truncate on public.reservations
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_update after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_reservations();

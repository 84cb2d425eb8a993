-- Parts that all reads with dates share: the dates of a call, and how many pieces are free on them.

-- The dates of a call, and what all parts of its answer need to know about them.
create type private.rental_days as (
  -- What the caller may learn: 'exact', 'yes-no' or 'off' (private.availability_settings).
  shows text,
  first date,
  last date,
  -- The last day that is blocked with a turnaround of n working days, at n + 1.
  last_days date[],
  -- Kits, and items with expired holds, by whether one is free. Everything else is free unless
  -- private.full_days has it. Set by private.judge_apart for searches.
  apart_free uuid[],
  apart_booked uuid[]
);

/*
 * What this caller learns about availability: 'exact', 'yes-no' or 'off'. Staff and the service key
 * always learn exact figures.
 */
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

/*
 * The last day that a rental until `last` blocks, for each turnaround from 0 to 30 working days: the
 * upper ends of private.blocked_range, in one pass.
 */
create function private.last_blocked_days(last date) returns date[]
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
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

/*
 * Validates the dates of a call, inclusive days of Asia/Kolkata. Null without dates. Raises PT400 with a
 * message for one date alone, reversed or past dates, and for more than 92 days.
 */
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

/*
 * This moment, for holds: they end by the clock and not with the transaction that reads.
 * why not the function itself: a view that names something volatile is read as a whole before it is joined.
 */
create function private.this_moment() returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return clock_timestamp();
end
$$;

-- Pieces free of each item and day with reservations; below zero where facts left promises without
-- pieces. On days without a row all pieces of an item are free.
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

/*
 * The least pieces free of each item from `first` to the end of its own turnaround, and the pieces there
 * are. A kit has as many as its scarcest part allows, each part with its own turnaround. Items that are
 * not counted, and have no part that is, are left out.
 */
create function private.free_of(item_ids uuid[], first date, last_days date[])
returns table (item_id uuid, free integer, pieces integer)
language plpgsql stable
set search_path = ''
-- why: one plan for any list; a planner that sees the ids takes longer than the statement.
set plan_cache_mode = force_generic_plan
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

/*
 * Adds `free` and `of` to items [{"id", …}], as the caller may learn them: figures, or 1 and 0 with
 * 'yes-no', or nulls. Not counted: nulls.
 */
create function private.with_free(items jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
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

/*
 * Judges what private.full_days cannot tell, among the items of a kind (null: all): kits, whose parts
 * may be short, and items with expired holds. Sets `apart_free` and `apart_booked`.
 */
create function private.judge_apart(kind text, inout days private.rental_days)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
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

/* SQL text: whether one piece at least of the item with this id is free, or it is not counted. */
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

/*
 * SQL text: the active items of a kind (null: all) without a free piece, as bitmaps
 * (counted, chunk, items), like private.search_marks.
 */
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

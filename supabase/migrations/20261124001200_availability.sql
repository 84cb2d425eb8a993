-- How many pieces of items are free on the days of a rental: of the lines of a cart, and of one item day
-- by day.

/* The lines of a call, validated: [{"place", "type", "id", "quantity"}]. Raises PT400 with a message. */
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

/*
 * The first day on which each of these lines could begin for as many days, at most 365 days after
 * `first`: rows of (place, next_free), without lines that never fit. `parts`: [{"place", "part_id",
 * "wanted", "owned", "turnaround"}], the counted items that a line needs, with the pieces that all
 * lines of the call want together.
 */
create function private.next_free_days(parts jsonb, first date, last date)
returns table (place integer, next_free date)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
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

/*
 * What is free of each line on all days of a rental: [{"type", "id", "quantity", "free", "of",
 * "next_free"}], in the order of `items`: [{"type", "id", "quantity"}], at most 100.
 *
 * free: the item's least pieces on these days and its turnaround after them; of: the pieces there are.
 * Both are null when the item is not counted. next_free: the first day on or after rental_from, at most
 * 365 days later, on which the line fits for as many days, with all lines of the call together (the same
 * item twice, a part beside its kit); rental_from when it is not counted. So a line is short exactly when
 * `free` is not null and `next_free` is not rental_from. Inactive and unknown items: 0 of 0 and null.
 *
 * Where the studio shows visitors no figures, `of` is null and `free` is the quantity when it fits, else
 * 0; where it shows nothing, all three are null. Staff always read figures, also of inactive items.
 * Raises PT400 with a message for invalid dates (private.rental_days_of) and lines.
 */
create function public.availability(rental_from date, rental_to date, items jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set plan_cache_mode = force_generic_plan
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

grant execute on function public.availability(date, date, jsonb) to anon, authenticated, service_role;

/*
 * One item day by day: {"of", "days": [{"day", "free"}]}, only the days from today on with fewer pieces
 * free than there are. days: 1 to 92. A kit has as many as its scarcest part allows. Not counted: `of` is
 * null and there are no days. Inactive and unknown items: 0 and no days.
 *
 * Where the studio shows visitors no figures, `of` is null and only days with nothing free are listed;
 * where it shows nothing, no days are.
 * Raises PT400 with a message for an unknown kind and invalid days.
 */
create function public.item_calendar(kind text, id uuid, from_day date, days integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set plan_cache_mode = force_generic_plan
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

grant execute on function public.item_calendar(text, uuid, date, integer) to anon, authenticated, service_role;

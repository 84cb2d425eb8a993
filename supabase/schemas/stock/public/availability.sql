/*
 * Free pieces of each line on all days of a rental: [{"type", "id", "quantity", "free", "of",
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

grant execute on function public.availability(date,date,jsonb) to anon, authenticated, service_role;

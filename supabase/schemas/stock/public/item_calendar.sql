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

grant execute
  on function public.item_calendar(text,uuid,date,integer) to anon, authenticated, service_role;

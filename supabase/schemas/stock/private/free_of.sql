/*
 * The least pieces free of each item from `first` to the end of its own turnaround, and the pieces there
 * are. A kit has as many as its scarcest part allows, each part with its own turnaround. Items that are
 * not counted, and have no part that is, are left out.
 */
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

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

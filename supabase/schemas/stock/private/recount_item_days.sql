/*
 * Counts the item-days of these items anew from their reservations, as facts, and returns how many
 * differed. The caller has locked the items.
 * why plan_cache_mode: one plan for any number of items reads all item-days, also for one item.
 */
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

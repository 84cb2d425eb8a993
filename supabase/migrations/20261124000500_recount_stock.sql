-- Carries the orders of before over, and then lets reservations and item-days follow by triggers.

/*
 * Counts all stock anew, for the owner: kits, reservations of orders, item-days, full days. For data that was
 * written while the triggers were off. Nothing is refused: promises beyond the room become `short`.
 * Returns how many differences it found and repaired. Writers of stock wait until it is done.
 */
create function private.recount_stock() returns integer
language plpgsql
set search_path = ''
as $$
declare
  facts constant text := coalesce(current_setting('studio.facts', true), '');
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
    where (wanted.status, wanted.quantity, wanted.rented, wanted.blocked)
      is distinct from (stored.status, stored.quantity, stored.rented, stored.blocked)
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

-- The reservations of private.wanted_reservations. why not from that view: it looks every line up among
-- reservations, of which there are none yet, and there may be a million lines.
insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id)
select line.item_id, line.quantity, 'rental',
  case made.status when 'confirmed' then 'booked' when 'in_progress' then 'out' else 'returned' end,
  wanted.rented,
  case listed.turnaround_days when 0 then wanted.rented
    else private.blocked_range(wanted.rented, listed.turnaround_days) end,
  line.id
from public.orders as made
  join public.order_items as line on line.order_id = made.id
  join private.catalogue_kinds as listed on listed.kind = line.item_type
  cross join (select private.today() as day offset 0) as today
  cross join lateral (
    select case when made.status in ('confirmed', 'in_progress') then line.rental_to
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date) end as last_day
  ) as ended
  cross join lateral (
    select daterange(line.rental_from, ended.last_day, '[]') as rented
    where ended.last_day >= line.rental_from offset 0
  ) as wanted
where made.status in ('confirmed', 'in_progress', 'returned', 'completed')
  and isfinite(line.rental_from) and isfinite(line.rental_to);
select private.recount_item_days(array(select distinct item_id from public.reservations));

create trigger reservations_followed_insert after insert on public.reservations
  referencing new table as new_rows for each statement execute function private.follow_reservations();
create trigger reservations_followed_update after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_delete after delete on public.reservations
  referencing old table as old_rows for each statement execute function private.follow_reservations();
create trigger reservations_followed_truncate after truncate on public.reservations
  for each statement execute function private.follow_reservations();

create trigger items_quantity_followed after update of quantity, removed_at on public.items
  for each row when (old.quantity <> new.quantity or old.removed_at is distinct from new.removed_at)
  execute function private.follow_quantity();

create trigger orders_followed_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_orders();
create trigger order_items_followed_insert after insert on public.order_items
  referencing new table as new_rows for each statement execute function private.follow_order_items();
create trigger order_items_followed_update after update on public.order_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_order_items();
create trigger order_items_order_locked before delete on public.order_items
  for each row execute function private.lock_order_of_line();

-- why: until autovacuum runs, plans would be made without statistics; those of empty tables mislead.
do $$
begin
  if exists (select from public.reservations) then
    analyze public.reservations, private.item_days;
  end if;
end
$$;

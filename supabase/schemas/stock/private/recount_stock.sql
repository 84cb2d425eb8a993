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
        select present.* from public.reservations as present
        where present.kind = 'rental' and present.status <> 'released'
      ) as stored on stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id
        and coalesce(stored.movement_id, no_movement) = coalesce(wanted.movement_id, no_movement)
    where (wanted.status, wanted.quantity, wanted.rented, wanted.blocked, wanted.handed_over, wanted.order_id,
        wanted.line_from, wanted.line_to)
      is distinct from (stored.status, stored.quantity, stored.rented, stored.blocked, stored.handed_over,
        stored.order_id, stored.line_from, stored.line_to)
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

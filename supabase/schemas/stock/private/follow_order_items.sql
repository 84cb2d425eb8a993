/*
 * Reserves the orders of lines that were added or changed. Reservations of deleted lines go with them.
 * private.edit_order does it itself (studio.edits_lines).
 */
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

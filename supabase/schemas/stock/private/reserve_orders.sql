/*
 * Makes the reservations of these orders what they should be. Raises PT409 not_free, with all lines that
 * are short, when something is not free.
 */
create function private.reserve_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- why: a status that changes meanwhile would decide by lines that are out of date.
  perform private.lock_orders(order_ids);
  perform private.write_reservations(order_ids);
end
$$;

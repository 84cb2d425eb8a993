/*
 * Locks the order of a line that is about to be deleted.
 * why: writers lock the order first, then items, then reservations, which are deleted with the line.
 */
create function private.lock_order_of_line() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_orders(array[old.order_id]);
  return old;
end
$$;

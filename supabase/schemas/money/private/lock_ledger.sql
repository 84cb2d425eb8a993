/* The order with this id, locked: its ledger changes one at a time. Raises PT404. */
create function private.lock_ledger(order_id uuid) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders where orders.id = lock_ledger.order_id for no key update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return made;
end
$$;

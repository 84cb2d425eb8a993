/* Reserves orders whose status changed. */
create function private.follow_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status
  );
begin
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

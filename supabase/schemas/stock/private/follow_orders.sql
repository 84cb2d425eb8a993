/* Reserves orders whose status changed. One that is set in progress needs its pieces here, but for facts. */
create function private.follow_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status
  );
  started constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status and became.status = 'in_progress'
  );
begin
  if cardinality(started) > 0 and coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.check_started(started);
  end if;
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

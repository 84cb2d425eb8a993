/*
 * Locks orders until the transaction ends, so that no status changes meanwhile. Raises PT409 with the
 * details {"reason": "busy"} after waiting for half a second.
 * why so short: whoever changes a line has locked it already, and who deletes its order waits for the
 * line. This gives up before PostgreSQL looks for deadlocks, after a second.
 */
create function private.lock_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set lock_timeout = '500ms'
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.orders as made where made.id = any (order_ids) order by made.id for no key update;
exception when lock_not_available or deadlock_detected then
  raise exception 'This order is busy. Please try again.'
    using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
end
$$;

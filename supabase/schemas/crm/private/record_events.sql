/*
 * Records the events that a query returns from new_rows and old_rows as (created_at, customer_id,
 * subject_id, what, from_value, to_value); created_at null means now. Trigger arguments: subject, query.
 */
create function private.record_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  execute format(
    'insert into public.crm_events
       (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
     select coalesce(told.created_at, clock_timestamp()), told.customer_id, %L, told.subject_id,
       at_work.actor, at_work.user_id, told.what, told.from_value, told.to_value
     from (%s) as told (created_at, customer_id, subject_id, what, from_value, to_value),
       private.current_actor() as at_work', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

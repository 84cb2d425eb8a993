/*
 * Records an event for each row that the statement inserted: of the customer itself, or of the customer
 * that the row belongs to. Trigger arguments: subject, what.
 */
create function private.record_made() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
begin
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select made.created_at, coalesce((to_jsonb(made) ->> 'customer_id')::uuid, made.id),
    tg_argv[0], made.id, at_work.actor, at_work.user_id, tg_argv[1]
  from new_rows as made;
  return null;
end
$$;

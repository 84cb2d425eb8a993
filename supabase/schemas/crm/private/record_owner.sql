/* Records another owner of an enquiry or order. Trigger argument: subject. */
create function private.record_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.record_event(new.customer_id, tg_argv[0], new.id, 'assigned', old.assigned_to::text,
    new.assigned_to::text);
  return null;
end
$$;

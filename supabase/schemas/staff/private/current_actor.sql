/* The actor of this request: staff with their user id, a visitor, or the system (owner or service key). */
create function private.current_actor(out actor text, out user_id uuid) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  user_id := auth.uid();
  -- why: most callers are visitors, for whom no profile has to be read.
  if user_id is not null and private.is_staff('admin', 'crm_user', 'inventory_user', 'storekeeper') then
    actor := 'staff';
  else
    actor := case when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end;
    user_id := null;
  end if;
end
$$;

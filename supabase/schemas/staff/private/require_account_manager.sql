/* Raises 42501 unless the caller is an admin or has the service key. */
create function private.require_account_manager() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if coalesce(auth.role(), '') <> 'service_role' then
    perform private.require_staff('admin');
  end if;
end
$$;

/*
 * Removes an account with its profile and sessions. Raises 42501 unless the caller is an admin or has
 * the service key, PT404 for an unknown account, PT409 for one's own and for the last admin.
 */
create function public.remove_account(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  if account = auth.uid() then
    raise exception 'You cannot remove your own account.' using errcode = 'PT409';
  end if;
  delete from auth.users where id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
end
$$;

grant execute on function public.remove_account(uuid) to authenticated, service_role;

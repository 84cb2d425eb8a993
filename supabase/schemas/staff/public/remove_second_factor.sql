/*
 * Removes all second factors of an account. Raises 42501 unless the caller is an admin or has the service key,
 * PT404 for an unknown account.
 */
create function public.remove_second_factor(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  -- why: locked first, as the removal of the account does.
  perform from auth.users as found where found.id = account for no key update;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  perform private.remove_factors(account);
end
$$;

grant execute on function public.remove_second_factor(uuid) to authenticated, service_role;

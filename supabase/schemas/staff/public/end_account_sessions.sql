/*
 * Ends all sessions of an account. Raises 42501 unless the caller is an admin or has the service key,
 * PT404 for an unknown account.
 */
create function public.end_account_sessions(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  if not exists (select from auth.users as found where found.id = account) then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  delete from auth.sessions where user_id = account;
  perform private.log_change('staff', 'signed_out', 'users', 'person', account::text,
    coalesce(private.person_name(account), ''), '{}');
end
$$;

grant execute on function public.end_account_sessions(uuid) to authenticated, service_role;

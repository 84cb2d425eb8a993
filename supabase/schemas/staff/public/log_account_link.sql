/*
 * Logs that the caller made a link for an account: to join while the person is invited, else for a new password. The
 * function `staff` calls it. Raises 42501 unless the caller is an admin or has the service key, PT404 for an unknown
 * account.
 */
create function public.log_account_link(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  person auth.users;
begin
  perform private.require_account_manager();
  select * into person from auth.users as found where found.id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  perform private.log_change('staff',
    case when person.invited_at is not null and person.email_confirmed_at is null then 'invite_link'
      else 'reset_link' end,
    'users', 'person', account::text, coalesce(private.person_name(account), ''), '{}');
end
$$;

grant execute on function public.log_account_link(uuid) to authenticated, service_role;

/*
 * Disables an account, which ends its sessions, or enables it. Raises 42501 unless the caller is an
 * admin or has the service key, PT404 for an unknown account, PT409 for one's own and for the last
 * admin.
 */
create function public.set_account_disabled(account uuid, disabled boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  if disabled and account = auth.uid() then
    raise exception 'You cannot disable your own account.' using errcode = 'PT409';
  end if;
  update auth.users as found
  set banned_until = case when disabled then now() + interval '100 years' end, updated_at = now()
  where found.id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  if disabled then
    if exists (select from public.user_profiles as profile where profile.id = account and profile.role = 'admin') then
      perform private.require_admin_left();
    end if;
    -- why: after the update, whose row lock waits for a sign-in at this moment.
    delete from auth.sessions where user_id = account;
  end if;
  perform private.log_change('staff', case when disabled then 'disabled' else 'enabled' end, 'users', 'person',
    account::text, coalesce(private.person_name(account), ''), '{}');
end
$$;

grant execute on function public.set_account_disabled(uuid,boolean) to authenticated, service_role;

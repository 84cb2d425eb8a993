/* True for accounts that may own leads, enquiries and orders: admins and CRM users who are not disabled. */
create function private.can_own(user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = user_id and profile.role in ('admin', 'crm_user')
      and (account.banned_until is null or account.banned_until <= now()))
$$;

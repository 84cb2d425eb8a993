-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Whether an account may own leads, enquiries and orders: an admin or a CRM user who is not disabled. */
create function private.can_own(user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = user_id and profile.role in ('admin', 'crm_user')
      and (account.banned_until is null or account.banned_until <= now()))
$$;

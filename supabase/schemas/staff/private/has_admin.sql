/*
 * Whether an admin is left who can sign in: not disabled, not deleted, and not just invited.
 * why: callers hold the lock of `private.keep_last_admin`, so that two admins who disable each other
 * at the same moment are checked one after the other.
 */
create function private.has_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.role = 'admin' and coalesce(account.banned_until, '-infinity') <= now()
      and account.deleted_at is null
      and (account.invited_at is null or account.email_confirmed_at is not null)
  )
$$;

/*
 * The devices that may get notices: their person is an admin or CRM user who is not disabled, and the browser's session
 * is open and has shown a second factor where one is due.
 */
create function private.live_subscriptions() returns setof private.push_subscriptions
language sql stable
set search_path = ''
as $$
  select device.*
  from private.push_subscriptions as device
    join public.user_profiles as profile on profile.id = device.user_id and profile.role in ('admin', 'crm_user')
    join auth.users as account on account.id = device.user_id
    join auth.sessions as open on open.id = device.session_id and open.user_id = device.user_id
  where coalesce(account.banned_until, '-infinity') < now() and coalesce(open.not_after, 'infinity') > now()
    and (open.aal = 'aal2'
      or not (private.has_second_factor(device.user_id) or private.requires_second_factor()))
$$;

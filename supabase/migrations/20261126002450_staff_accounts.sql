-- The accounts of staff, which admins list, disable, sign out and remove.

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

/* Raises PT409 unless an admin is left, now that this transaction's changes are made. */
create function private.require_admin_left() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('last admin', 0));
  if not private.has_admin() then
    raise exception 'The last admin must stay.' using errcode = 'PT409';
  end if;
end
$$;

/* There is always at least one admin who can sign in. */
create or replace function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin_left();
  return null;
end
$$;

/* Refuses to ban, soft-delete or unconfirm the account of the last admin. */
create function private.keep_last_admin_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.user_profiles as profile where profile.id = new.id and profile.role = 'admin') then
    perform private.require_admin_left();
  end if;
  return null;
end
$$;
-- why conditional: a Supabase project owns its auth schema and may withhold the right to add triggers. There the
-- service key can ban the last admin, but still not delete the account.
do $$
begin
  if has_table_privilege('auth.users', 'TRIGGER') then
    create trigger users_last_admin after update on auth.users
      for each row
      when (
        old.banned_until is distinct from new.banned_until and new.banned_until > now()
        or old.deleted_at is null and new.deleted_at is not null
        or old.email_confirmed_at is not null and new.email_confirmed_at is null
        or old.invited_at is distinct from new.invited_at
      )
      execute function private.keep_last_admin_account();
  end if;
end
$$;

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

/*
 * All accounts by name: [{"id", "email", "name", "role" (null: none), "disabled", "invited" (has not
 * joined yet), "last_sign_in_at", "second_factor"}]. Raises 42501 unless the caller is an admin or
 * has the service key.
 */
create function public.staff_accounts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', account.id,
        'email', account.email,
        'name', profile.display_name,
        'role', profile.role,
        'disabled', coalesce(account.banned_until > now(), false),
        'invited', account.invited_at is not null and account.email_confirmed_at is null,
        'last_sign_in_at', account.last_sign_in_at,
        'second_factor', exists (
          select from auth.mfa_factors as factor
          where factor.user_id = account.id and factor.status = 'verified')
      ) order by profile.display_name, account.email), '[]')
    from auth.users as account left join public.user_profiles as profile on profile.id = account.id
  );
end
$$;

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

grant execute on function public.staff_accounts(), public.set_account_disabled(uuid, boolean),
  public.end_account_sessions(uuid), public.remove_account(uuid), public.remove_second_factor(uuid) to authenticated, service_role;

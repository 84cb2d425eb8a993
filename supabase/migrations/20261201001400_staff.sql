-- Functions and views of staff, as supabase/schemas/staff has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.current_actor(out actor text, out user_id uuid) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  user_id := auth.uid();
  -- why: most callers are visitors, for whom no profile has to be read.
  if user_id is not null and private.is_staff('admin', 'crm_user', 'inventory_user') then
    actor := 'staff';
  else
    actor := case when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end;
    user_id := null;
  end if;
end
$$;

create function private.follow_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.account_id := new.id;
  elsif new.account_id is null then
    new.role := null;
    delete from private.recovery_codes where user_id = new.id;
    delete from private.links where user_id = new.id;
    delete from private.setting_previews where created_by = new.id;
  end if;
  return new;
end
$$;

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

create function private.has_second_factor(person uuid) returns boolean
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return exists (
    select from auth.mfa_factors as factor where factor.user_id = person and factor.status = 'verified');
end
$$;

create function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin_left();
  return null;
end
$$;

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

create function private.keep_own_role() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'You cannot change your own role.' using errcode = '42501';
end
$$;

create function private.keep_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Profiles stay, so that the log shows the name. Remove the account instead.' using errcode = '42501';
end
$$;

create function private.log_removed_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.log_change('staff', 'removed', 'user_profiles', 'person', old.id::text, coalesce(old.display_name, ''),
    jsonb_strip_nulls(jsonb_build_object(
      'display_name', case when old.display_name is not null then jsonb_build_array(old.display_name, null) end,
      'role', jsonb_build_array(old.role, null))));
  return null;
end
$$;

create function private.log_second_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- why: a removed account takes its factors along, and an account without a role is not staff.
  if exists (
    select from public.user_profiles as profile join auth.users as found on found.id = profile.account_id
    where profile.account_id = account
  ) then
    perform private.log_change('staff', case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end,
      'mfa_factors', 'person', account::text, coalesce(private.person_name(account), ''), '{}',
      -- why: only the person can verify a factor. Supabase's auth server has no claims in its transactions, so who
      -- removes a factor there is not known.
      case tg_op when 'DELETE' then auth.uid() else account end);
  end if;
  return null;
end
$$;

create function private.recovery_hash(code text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(
    translate(upper(regexp_replace(left(code, 100), '[^0-9A-Za-z]', '', 'g')), 'OIL', '011'), 'UTF8'))
$$;

create function private.remove_factors(person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from auth.mfa_amr_claims as claim using auth.sessions as open
  where open.user_id = person and claim.session_id = open.id and claim.authentication_method = 'totp';
  update auth.sessions as open set aal = 'aal1', factor_id = null, updated_at = now()
  where open.user_id = person and open.aal > 'aal1';
  delete from auth.mfa_factors as factor where factor.user_id = person;
end
$$;

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

create function private.require_staff(variadic roles text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_staff(variadic roles) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  end if;
end
$$;

create function private.requires_second_factor() returns boolean
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return coalesce((
    select setting.value = 'true' from private.studio_settings as setting
    where setting.key = 'security.require_second_factor'), false);
end
$$;

create function public.assignees() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', profile.id,
        'display_name', profile.display_name,
        'disabled', profile.account_id is null or coalesce(account.banned_until > now(), false)
      ) order by profile.display_name, profile.id), '[]')
    from public.user_profiles as profile left join auth.users as account on account.id = profile.account_id
    where profile.role in ('admin', 'crm_user') or (profile.account_id is null and (
      exists (select from public.customers where assigned_to = profile.id)
      or exists (select from public.enquiry_orders where assigned_to = profile.id)
      or exists (select from public.orders where assigned_to = profile.id)))
  );
end
$$;

create function public.change_own_name(name text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
  trimmed constant text := private.trimmed(name);
begin
  if private.has_second_factor(own) and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    raise exception 'Enter the code of your second factor first.' using errcode = '42501';
  elsif not exists (select from public.user_profiles where account_id = own) then
    raise exception 'Your account has no role yet.' using errcode = '42501';
  elsif coalesce(trimmed, '') = '' then
    perform private.refuse('name', 'Enter a name.');
  elsif char_length(trimmed) > 120 then
    perform private.refuse('name', 'A name has at most 120 characters.');
  elsif private.name_problem(trimmed) is not null then
    perform private.refuse('name', private.name_problem(trimmed));
  end if;
  update public.user_profiles set display_name = trimmed where account_id = own;
end
$$;

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

create function public.known_caller(mobile text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  select private.remaining_customer(customer.id) into known
  from public.customers as customer where customer.mobile = known_caller.mobile;
  if known is null then
    return null;
  end if;
  return public.search_leads(customer_id => known, size => 1) -> 'items' -> 0;
end
$$;

create function public.log_account_link(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  known auth.users;
begin
  perform private.require_account_manager();
  select * into known from auth.users as found where found.id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  perform private.log_change('staff',
    case when known.invited_at is not null and known.email_confirmed_at is null then 'invite_link' else 'reset_link' end,
    'users', 'person', account::text, coalesce(private.person_name(account), ''), '{}');
end
$$;

create function public.make_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  secret bytea;
  code text;
  codes text[] := '{}';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if (auth.jwt() ->> 'aal') is distinct from 'aal2' then
    raise exception 'Enter a code of your authenticator app first.' using errcode = '42501';
  end if;
  -- why: locked, so that of two sets made at once one remains.
  perform from public.user_profiles as profile where profile.id = person for update;
  delete from private.recovery_codes as old where old.user_id = person;
  for number in 1..10 loop
    secret := decode(private.new_secret(), 'hex');
    -- 25 signs of 5 random bits each, without I, L, O and U.
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(secret, at) % 32 + 1, 1)
        || case when at in (4, 9, 14, 19) then '-' else '' end, '' order by at)
      into code from generate_series(0, 24) as at;
    insert into private.recovery_codes (user_id, hash) values (person, private.recovery_hash(code));
    codes := codes || code;
  end loop;
  return codes;
end
$$;

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

create function public.second_factor() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'verified', private.has_second_factor((select auth.uid())),
    'required', private.requires_second_factor()
      and exists (select from public.user_profiles as profile where profile.id = (select auth.uid())),
    'codes_left', (
      select count(*) from private.recovery_codes as known
      where known.user_id = (select auth.uid()) and known.used_at is null))
$$;

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

create function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  -- why: locked first, as the removal of the account does.
  perform from auth.users as account where account.id = person for no key update;
  if not private.has_second_factor(person) then
    raise exception 'Your account has no second factor.' using errcode = 'PT409';
  end if;
  update private.recovery_codes as known set used_at = now()
  where known.user_id = person and known.hash = private.recovery_hash(use_recovery_code.code) and known.used_at is null;
  if not found then
    raise exception 'This recovery code is not right, or it was used before.'
      using errcode = 'PT422', detail = '{"field": "code"}';
  end if;
  perform private.remove_factors(person);
  return jsonb_build_object('left', (
    select count(*) from private.recovery_codes as known where known.user_id = person and known.used_at is null));
end
$$;

reset check_function_bodies;

grant execute on function
  public.assignees(),
  public.change_own_name(text),
  public.known_caller(text),
  public.make_recovery_codes(),
  public.second_factor(),
  public.use_recovery_code(text)
to authenticated;

grant execute on function
  public.end_account_sessions(uuid),
  public.log_account_link(uuid),
  public.remove_account(uuid),
  public.remove_second_factor(uuid),
  public.set_account_disabled(uuid,boolean),
  public.staff_accounts()
to authenticated, service_role;

create trigger user_profiles_account_insert before insert on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_account_removed before update of account_id on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_activity_removed after update of account_id on public.user_profiles
  for each row
  when (old.role is not null and new.role is null) execute function private.log_removed_account();
create trigger user_profiles_last_admin_delete after delete on public.user_profiles
  for each row when (old.role = 'admin') execute function private.keep_last_admin();
create trigger user_profiles_last_admin_removed after update of account_id on public.user_profiles
  for each row
  when (old.role = 'admin' and new.role is null) execute function private.keep_last_admin();
create trigger user_profiles_last_admin_update after update of role on public.user_profiles
  for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function private.keep_last_admin();
create trigger user_profiles_own_role before update of role on public.user_profiles
  for each row
  when (old.id = auth.uid() and new.role is distinct from old.role) execute function private.keep_own_role();
create trigger user_profiles_stay before delete on public.user_profiles
  for each row when (auth.role() is not null) execute function private.keep_profile();

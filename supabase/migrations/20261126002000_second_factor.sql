-- Second factors of staff: enforced by private.is_staff, with recovery codes.

-- Ten for each person, each good once.
create table private.recovery_codes (
  user_id uuid not null,
  -- why only the hash: a copy of the database has no code.
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references public.user_profiles (id) on delete cascade,
  constraint recovery_codes_hash_length check (octet_length(hash) = 32)
);

alter table private.recovery_codes enable row level security;
create policy "recovery_codes: service_role does all" on private.recovery_codes
  for all to service_role using (true) with check (true);

/* Whether the settings require a second factor of all staff. */
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

/* Whether this person has a second factor. */
create function private.has_second_factor(person uuid) returns boolean
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return exists (
    select from auth.mfa_factors as factor where factor.user_id = person and factor.status = 'verified');
end
$$;

/*
 * Whether the caller is staff with one of these roles, and has shown a second factor (aal2) where one is due:
 * because the person has one, or the settings require it.
 * why: policies call it as `(select private.is_staff(…))`, so that it runs once per statement and
 * not once per row. It is SECURITY DEFINER so that reading the profile does not run the profile's policies.
 * why plpgsql: it caches its plans, which a SQL function does from PostgreSQL 18 on only.
 */
create or replace function private.is_staff(variadic roles text[]) returns boolean
language plpgsql stable security definer parallel safe
set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (
      select from public.user_profiles as profile
      where profile.id = (claims ->> 'sub')::uuid and profile.role = any (roles))
    and (coalesce(claims ->> 'aal' = 'aal2', false) or not (
      exists (
        select from auth.mfa_factors as factor
        where factor.user_id = (claims ->> 'sub')::uuid and factor.status = 'verified')
      or private.requires_second_factor()));
end
$$;

/* A recovery code's hash. Spaces, hyphens and case do not count; O is read as 0, I and L as 1. */
create function private.recovery_hash(code text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(
    translate(upper(regexp_replace(left(code, 100), '[^0-9A-Za-z]', '', 'g')), 'OIL', '011'), 'UTF8'))
$$;

/*
 * Ten new recovery codes of the caller, in place of those before. They are returned once; only hashes are stored.
 * Raises 42501 unless the caller is staff who has shown a second factor.
 */
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

/* Removes all second factors of a person, whose account the caller has locked. Their sessions stay, at aal1. */
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

/*
 * Uses up one of the caller's recovery codes, and removes their second factors. A session at aal1 is enough.
 * Returns {"left": n}. Raises PT409 when the caller has no second factor, PT422 with details
 * {"field": "code"} for a wrong or used code.
 */
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

/*
 * The caller's second factor: {"verified": whether they have one, "required": whether the settings require one of
 * staff, "codes_left": recovery codes that were not used}. Also at aal1; nothing is required of an account without a role.
 */
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

grant execute on function public.make_recovery_codes(), public.use_recovery_code(text), public.second_factor()
  to authenticated;

-- The profile of a removed account stays, so that logs, notes and owners still show the person's name.

alter table public.user_profiles
  drop constraint user_profiles_id_fkey,
  add column account_id uuid constraint user_profiles_account_id_key unique;
-- why: profiles do not count as changed.
alter table public.user_profiles disable trigger user_profiles_updated_at;
update public.user_profiles set account_id = id;
alter table public.user_profiles enable trigger user_profiles_updated_at;
alter table public.user_profiles
  add constraint user_profiles_account_id_fkey foreign key (account_id)
    references auth.users (id) on delete set null,
  alter column role drop not null,
  add constraint user_profiles_own_account check (account_id = id),
  -- why: without a role a former member of staff has no rights, wherever one is checked.
  add constraint user_profiles_role_of_account check ((role is null) = (account_id is null));

/* A new profile belongs to the account with its id. A removed account takes role, links and codes with it. */
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
create trigger user_profiles_account_insert before insert on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_account_removed before update of account_id on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_last_admin_removed after update of account_id on public.user_profiles
  for each row when (old.role = 'admin' and new.role is null)
  execute function private.keep_last_admin();

/* Refuses API callers who delete a profile: logs, notes and owners show its name. */
create function private.keep_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Profiles stay, so that the log shows the name. Remove the account instead.' using errcode = '42501';
end
$$;
drop trigger user_profiles_own_profile on public.user_profiles;
create trigger user_profiles_stay before delete on public.user_profiles
  for each row when (auth.role() is not null)
  execute function private.keep_profile();

/*
 * The staff who can be assigned leads, by name, with a flag for those who cannot sign in: disabled accounts,
 * and former staff who still have a lead, enquiry or order: [{"id", "display_name", "disabled"}]. Raises 42501
 * for anyone but admin and crm_user.
 */
create or replace function public.assignees() returns jsonb
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

/*
 * Changes the caller's own display name. PT422 {"field": "name"} for a wrong one, 42501 for an account without a
 * role and for a session that still has to show its second factor.
 * why not require_staff: who joins sets it before a required second factor is set up.
 */
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
  end if;
  update public.user_profiles set display_name = trimmed where account_id = own;
end
$$;
grant execute on function public.change_own_name(text) to authenticated;

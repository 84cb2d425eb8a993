-- Who is disabled (banned in auth.users) shows in their profile, and is given no more leads.

alter table public.user_profiles
  -- Until when the account cannot sign in; null when it can. A copy of auth.users.banned_until.
  add column disabled_until timestamptz;

update public.user_profiles as profile set disabled_until = account.banned_until
from auth.users as account
where account.id = profile.id and account.banned_until is not null;

/* Copies a ban, or its end, into the profile. */
create function private.copy_ban() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.user_profiles set disabled_until = new.banned_until where id = new.id;
  return null;
end
$$;

create trigger users_copy_ban after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.copy_ban();

/* A new profile starts with its account's ban. */
create function private.start_with_ban() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.disabled_until := (select banned_until from auth.users where id = new.id);
  return new;
end
$$;

create trigger user_profiles_ban before insert on public.user_profiles
  for each row execute function private.start_with_ban();

/* A lead is given to an admin or a CRM user (back-office §6) who can sign in, or to nobody. */
create or replace function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  disabled_until timestamptz;
begin
  select profile.disabled_until into disabled_until from public.user_profiles as profile
  where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user');
  if not found then
    raise exception 'A lead can be assigned to an admin or a CRM user only.' using errcode = 'PT422';
  elsif disabled_until > now() then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  return new;
end
$$;

-- why: a lead stays with somebody who was disabled; a change of anything else of it is no new assignment.
create or replace trigger customers_assignee before update of assigned_to on public.customers
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();
create trigger customers_first_assignee before insert on public.customers
  for each row when (new.assigned_to is not null)
  execute function private.check_assignee();

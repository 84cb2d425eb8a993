-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Leads can be assigned only to an admin or a CRM user whose account is not disabled
 * (docs/product/crm.md).
 */
create function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  banned_until timestamptz;
begin
  select account.banned_until into banned_until
  from public.user_profiles as profile join auth.users as account on account.id = profile.id
  where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user');
  if not found then
    raise exception 'A lead can be assigned to an admin or a CRM user only.' using errcode = 'PT422';
  elsif banned_until > now() then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  return new;
end
$$;

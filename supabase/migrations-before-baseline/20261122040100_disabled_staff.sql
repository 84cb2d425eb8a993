-- Who is disabled (banned in auth.users) is given no more leads, and keeps those they have.

/*
 * The staff to whom leads may be given, by name, and those of them who are disabled:
 * [{"id", "display_name", "disabled"}]. Raises 42501 for who may not open the CRM.
 */
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
        'disabled', coalesce(account.banned_until > now(), false)
      ) order by profile.display_name, profile.id), '[]')
    from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.role in ('admin', 'crm_user')
  );
end
$$;

grant execute on function public.assignees() to authenticated;

/* A lead is given to an admin or a CRM user (back-office §6) who can sign in, or to nobody. */
create or replace function private.check_assignee() returns trigger
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

-- why: a lead stays with somebody who was disabled; a change of anything else of it is no new assignment.
create or replace trigger customers_assignee before update of assigned_to on public.customers
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();
create trigger customers_first_assignee before insert on public.customers
  for each row when (new.assigned_to is not null)
  execute function private.check_assignee();

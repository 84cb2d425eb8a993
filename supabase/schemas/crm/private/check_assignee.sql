/*
 * Leads, enquiries and orders can be assigned only to an admin or a CRM user whose account is not disabled
 * (docs/product/crm.md).
 */
create function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.can_own(new.assigned_to) then
    return new;
  elsif exists (
    select from public.user_profiles as profile
    where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user')
  ) then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  raise exception using errcode = 'PT422', message = format('%s can be assigned to an admin or a CRM user only.',
    case tg_table_name when 'orders' then 'An order' when 'enquiry_orders' then 'An enquiry' else 'A lead' end);
end
$$;

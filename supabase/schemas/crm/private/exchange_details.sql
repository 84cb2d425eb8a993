/*
 * Exchanges details of two customers, of whom `merged` is merged into `remaining`: some of first_name, last_name,
 * email, mobile, assigned_to. Owners stay where one of them may no longer own leads. Both rows must be locked.
 */
create function private.exchange_details(remaining uuid, merged uuid, details text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  one public.customers;
  other public.customers;
  moves_owner boolean;
begin
  if details = '{}' then
    return;
  end if;
  select * into one from public.customers as found where found.id = remaining;
  select * into other from public.customers as found where found.id = merged;
  moves_owner := 'assigned_to' = any (details)
    and (one.assigned_to is null or private.can_own(one.assigned_to))
    and (other.assigned_to is null or private.can_own(other.assigned_to));
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then one.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then one.last_name else customer.last_name end,
    email = case when 'email' = any (details) then one.email else customer.email end,
    assigned_to = case when moves_owner then one.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then null else customer.mobile end
  where customer.id = merged;
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then other.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then other.last_name else customer.last_name end,
    email = case when 'email' = any (details) then other.email else customer.email end,
    assigned_to = case when moves_owner then other.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then other.mobile else customer.mobile end
  where customer.id = remaining;
  if 'mobile' = any (details) then
    update public.customers as customer set mobile = one.mobile where customer.id = merged;
  end if;
end
$$;

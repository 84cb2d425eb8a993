/*
 * Gives a new order the owner of its enquiry; a new enquiry, and an order without one, the assignee of its
 * customer, unless that account is disabled.
 */
create function private.inherit_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  enquiry constant uuid := (to_jsonb(new) ->> 'enquiry_order_id')::uuid;
begin
  if enquiry is not null then
    select asked.assigned_to into new.assigned_to from public.enquiry_orders as asked where asked.id = enquiry;
    return new;
  end if;
  select customer.assigned_to into new.assigned_to
  from public.customers as customer where customer.id = new.customer_id;
  if new.assigned_to is not null and not private.can_own(new.assigned_to) then
    new.assigned_to := null;
  end if;
  return new;
end
$$;

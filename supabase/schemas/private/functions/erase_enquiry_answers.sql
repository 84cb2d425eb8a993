-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Revokes the links to the enquiries of a customer whose personal data was erased, and erases what they typed there and
 * the address it came from.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_enquiry_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  from public.enquiry_orders as enquiry
  where enquiry.id = link.enquiry_order_id and enquiry.customer_id = new.id and link.revoked_at is null;
  update public.enquiry_answers as given set note = null, address = null
  from public.enquiry_orders as enquiry
  where enquiry.id = given.enquiry_order_id and enquiry.customer_id = new.id;
  return null;
end
$$;

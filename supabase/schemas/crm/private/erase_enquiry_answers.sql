/*
 * Revokes the links to the enquiries of a customer whose personal data was erased, and erases what they typed there, the
 * address it came from, the mobile numbers typed with the enquiries, and the hashes of the addresses that links were
 * e-mailed to.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_enquiry_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.enquiry_links as link set revoked_at = coalesce(link.revoked_at, clock_timestamp()), mailed_to = null
  from public.enquiry_orders as enquiry
  where enquiry.id = link.enquiry_order_id and enquiry.customer_id = new.id
    and (link.revoked_at is null or link.mailed_to is not null);
  update private.links as link set mailed_to = null from public.documents as document
  where document.id = link.document_id and document.customer_id = new.id and link.mailed_to is not null;
  update public.enquiry_answers as given set note = null, address = null
  from public.enquiry_orders as enquiry
  where enquiry.id = given.enquiry_order_id and enquiry.customer_id = new.id;
  update public.enquiry_orders as enquiry set contact_mobile = null
  where enquiry.customer_id = new.id and enquiry.contact_mobile is not null;
  return null;
end
$$;

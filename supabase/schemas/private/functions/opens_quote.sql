-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Whether a link to an enquiry may open its quote too, which has the customer's name and billing details: the secret went
 * to the customer's own address or number, or the customer was not known before this enquiry.
 * why: anyone can type the mobile number of a known customer into the form, and gets a link for it.
 */
create function private.opens_quote(link private.enquiry_links) returns boolean
language sql stable
set search_path = ''
as $$
  select link.is_personal or exists (
    select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
    where enquiry.id = link.enquiry_order_id and customer.created_at >= enquiry.created_at
      and enquiry.contact_email = customer.email)
$$;

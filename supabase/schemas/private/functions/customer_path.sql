-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* The path of the button in an e-mail to a customer, with a fresh link: {"path", "link_id"}; nulls without a page. */
create function private.customer_path(
  message private.outbox,
  document public.documents,
  enquiry_id uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  link record;
begin
  if document.id is not null then
    link := private.new_document_link(document, message.link_id, message.requested_by);
    return jsonb_build_object('link_id', link.id,
      'path', case document.kind when 'quote' then '/quote?k=' else '/invoice?k=' end || link.secret);
  elsif enquiry_id is not null then
    -- An acknowledgement goes to the address that was typed, which may be another person's than the customer's.
    link := private.new_enquiry_link(enquiry_id, message.link_id, message.template <> 'acknowledgement' or exists (
      select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
      where enquiry.id = enquiry_id and enquiry.contact_email = customer.email));
    return jsonb_build_object('link_id', link.id, 'path', '/enquiry?k=' || link.secret);
  end if;
  return jsonb_build_object('link_id', null, 'path', null);
end
$$;

/*
 * The path of the button in an e-mail to a customer at an address, with a fresh link: {"path", "link_id"}; nulls without
 * a page. As long as somebody has to choose between two addresses, only the page of the enquiry, by a link that does not
 * open its quote: documents that staff send have been asked about (public.send_document).
 */
create function private.customer_path(
  message private.outbox,
  document public.documents,
  enquiry_id uuid,
  address text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  link record;
  is_sure constant boolean := private.sends_document(message.template)
    or private.address_choice(message.customer_id, enquiry_id, message.order_id) is null;
begin
  if document.id is not null and is_sure then
    link := private.new_document_link(document, message.link_id, message.requested_by, customer_path.address);
    return jsonb_build_object('link_id', link.id,
      'path', (private.kind_of(document)).page || '?k=' || link.secret);
  elsif enquiry_id is not null then
    -- An acknowledgement goes to the address that was typed, which may be another person's than the customer's.
    link := private.new_enquiry_link(enquiry_id, message.link_id, is_sure and message.template <> 'acknowledgement',
      customer_path.address);
    return jsonb_build_object('link_id', link.id, 'path', '/enquiry?k=' || link.secret);
  end if;
  return jsonb_build_object('link_id', null, 'path', null);
end
$$;

/* A claim belongs to its order, or to the order that was made from the enquiry of its document. */
create function private.order_of_claim(claim public.payment_claims) returns uuid
language sql stable
set search_path = ''
as $$
  select coalesce(claim.order_id, document.order_id, made.id)
  from public.documents as document
    left join public.orders as made on made.enquiry_order_id = document.enquiry_order_id
  where document.id = claim.document_id
$$;

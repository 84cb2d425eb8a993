/* The documents of an order: its own, and those of the enquiry that it was made from. */
create function private.documents_of_order(order_id uuid, enquiry_order_id uuid)
returns setof public.documents
language sql stable
set search_path = ''
as $$
  select document.* from public.documents as document where document.order_id = documents_of_order.order_id
  union all
  select document.* from public.documents as document
  where document.enquiry_order_id = documents_of_order.enquiry_order_id
    and document.order_id is distinct from documents_of_order.order_id
$$;

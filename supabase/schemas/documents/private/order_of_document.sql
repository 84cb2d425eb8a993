/*
 * The order that a document belongs to: its own, or the one that was made from its enquiry.
 * why the enquiry: an issued document never changes, also when its enquiry becomes an order.
 */
create function private.order_of_document(document public.documents) returns public.orders
language sql stable
set search_path = ''
as $$
  select made from public.orders as made
  where made.id = document.order_id or document.order_id is null and made.enquiry_order_id = document.enquiry_order_id
$$;

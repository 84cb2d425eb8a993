/* Records what happened to a document on the timeline of its order or enquiry; to_value is its number. */
create function private.record_document_event(document public.documents, what text) returns void
language sql
set search_path = ''
as $$
  -- why the remaining customer: an issued document stays with a customer who was merged.
  select private.record_event(customer.id,
    case when document.order_id is not null then 'order' when document.enquiry_order_id is not null then 'enquiry'
      else 'customer' end,
    coalesce(document.order_id, document.enquiry_order_id, customer.id), record_document_event.what, null, document.number)
  from (select private.remaining_customer(document.customer_id) as id) as customer
$$;

/* The record that a message is about: {"type": 'document', 'order', 'enquiry' or 'customer', "id", "number"}, or null. */
create function private.record_of_message(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('type', found.type, 'id', found.id, 'number', found.number)
    from (
      select 1 as place, 'document' as type, document.id, coalesce(document.number, 'Draft') as number
      from public.documents as document where document.id = message.document_id
      union all select 2, 'order', made.id, made.order_number from public.orders as made where made.id = message.order_id
      union all
      select 3, 'enquiry', enquiry.id, enquiry.enquiry_number from public.enquiry_orders as enquiry
      where enquiry.id = message.enquiry_order_id
      union all
      select 4, 'customer', customer.id, customer.customer_number from public.customers as customer
      where customer.id = private.remaining_customer(message.customer_id)
    ) as found order by found.place limit 1);
end
$$;

/* The page of the back office that an e-mail to the studio leads to. */
create function private.studio_path(
  message private.outbox,
  customer public.customers,
  enquiry public.enquiry_orders,
  made public.orders
) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when message.template = 'quote_answered' and message.document_id is not null then '/ops/documents/' || message.document_id
    when made.id is not null then '/ops/crm?tab=orders&open=' || made.order_number
    when message.template = 'payment_claimed' then '/ops/money'
    when enquiry.id is not null then '/ops/crm?tab=enquiries&open=' || enquiry.enquiry_number
    else '/ops/customers/' || customer.customer_number end
$$;

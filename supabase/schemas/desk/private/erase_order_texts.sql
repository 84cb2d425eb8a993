/*
 * Erases the texts of orders and of enquiries' lines of customers whose personal data was erased: descriptions, reasons, and the
 * answers stored for repeated edits.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_order_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.order_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.orders as made
  where made.id = line.order_id and made.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.enquiry_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.enquiry_orders as asked
  where asked.id = line.enquiry_order_id and asked.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.orders as made set discount_reason = null
  where made.customer_id = new.id and made.discount_reason is not null;
  delete from private.idempotency_keys as stored
  where stored.scope = 'change_order' and stored.response -> 'order' ->> 'id' in (
    select made.id::text from public.orders as made where made.customer_id = new.id)
    or stored.scope = 'change_enquiry' and stored.response -> 'enquiry' ->> 'id' in (
    select asked.id::text from public.enquiry_orders as asked where asked.customer_id = new.id);
  return null;
end
$$;

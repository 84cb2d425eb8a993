-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Locks customers with their enquiries and orders.
 * why in this order: conversions, edits and erasures lock an enquiry or order before its customer.
 */
create function private.lock_customers(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.enquiry_orders as asked where asked.customer_id = any (ids) order by asked.id for update;
  perform from public.orders as made where made.customer_id = any (ids) order by made.id for update;
  perform from public.customers as customer where customer.id = any (ids) order by customer.id for update;
end
$$;

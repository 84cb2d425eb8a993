/*
 * Locks customers with their enquiries and orders.
 * why in this order: conversions, edits and erasures lock an enquiry or order before its customer.
 * why no key update: an edit that writes its order twice checks the foreign key to the enquiry.
 * why a block that is rolled back: an enquiry or order that arrived while this waited would be locked after its
 * customer. Releasing all locks and beginning again keeps the order.
 */
create function private.lock_customers(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked uuid[];
begin
  loop
    begin
      locked := array(
        select asked.id from public.enquiry_orders as asked where asked.customer_id = any (ids)
        order by asked.id for no key update);
      locked := locked || array(
        select made.id from public.orders as made where made.customer_id = any (ids) order by made.id for update);
      perform from public.customers as customer where customer.id = any (ids) order by customer.id for update;
      if not exists (
        select from public.enquiry_orders as asked where asked.customer_id = any (ids) and asked.id <> all (locked)
        union all
        select from public.orders as made where made.customer_id = any (ids) and made.id <> all (locked)
      ) then
        return;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

/* A customer's name for staff; null once erased. */
create function private.customer_name(id uuid) returns text
language sql stable
set search_path = ''
as $$
  select customer.first_name || ' ' || customer.last_name from public.customers as customer
  where customer.id = customer_name.id
$$;

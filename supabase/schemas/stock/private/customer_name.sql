/*
 * A customer's name for staff; null once erased. shown: as private.names_shown says, 'first' for the first name only,
 * null for none.
 */
create function private.customer_name(id uuid, shown text default 'whole') returns text
language sql stable
set search_path = ''
as $$
  select private.shown_name(customer.first_name, customer.last_name, shown)
  from public.customers as customer
  where customer.id = customer_name.id
$$;

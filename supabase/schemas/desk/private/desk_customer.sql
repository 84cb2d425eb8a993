/* A customer as the desk shows one: {"id", "number", "name", "mobile"}; name and mobile are null once erased. */
create function private.desk_customer(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
    'name', customer.first_name || ' ' || customer.last_name, 'mobile', customer.mobile)
  from public.customers as customer where customer.id = desk_customer.id
$$;

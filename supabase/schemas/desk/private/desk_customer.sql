/*
 * A customer as the desk shows one: {"id", "number", "name", "mobile"}; name and mobile are null once erased. shown: as
 * private.names_shown says; other than 'whole' it is a name only.
 */
create function private.desk_customer(id uuid, shown text default 'whole') returns jsonb
language sql stable
set search_path = ''
as $$
  select case shown when 'whole' then jsonb_build_object('id', customer.id, 'number', customer.customer_number,
      'name', private.shown_name(customer.first_name, customer.last_name, shown), 'mobile', customer.mobile)
    else jsonb_build_object('id', null, 'number', null, 'mobile', null, 'name',
      private.shown_name(customer.first_name, customer.last_name, shown)) end
  from public.customers as customer where customer.id = desk_customer.id
$$;

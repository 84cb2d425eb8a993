/* An enquiry as the desk lists one: {"id", "enquiry_number", "customer"}. */
create function private.desk_enquiry(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number,
    'customer', private.desk_customer(asked.customer_id))
  from public.enquiry_orders as asked where asked.id = desk_enquiry.id
$$;

/* A customer as one of two who are likely one person; null for an unknown id. enquiries: those not converted. */
create function private.proposed_customer(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', customer.id, 'customer_number', customer.customer_number,
    'first_name', customer.first_name, 'last_name', customer.last_name, 'mobile', customer.mobile,
    'email', customer.email, 'enquiries', coalesce(figures.enquiries, 0), 'orders', coalesce(figures.orders, 0))
  from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
  where customer.id = proposed_customer.id
$$;

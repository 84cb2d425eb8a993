/* Refuses another customer's mobile number: PT409 mobile_taken with that customer as details. */
create function private.refuse_taken_mobile(holder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'This mobile number belongs to another customer.',
    detail = (
      select jsonb_build_object('reason', 'mobile_taken', 'customer', jsonb_build_object('id', customer.id,
        'customer_number', customer.customer_number, 'name', private.customer_name(customer.id)))::text
      from public.customers as customer where customer.id = refuse_taken_mobile.holder);
end
$$;

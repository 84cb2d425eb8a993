-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Makes a confirmed order from a pending enquiry (docs/product/crm.md) and returns the order's row. A
 * concurrent second call waits for the first and is refused.
 *
 * Raises PT404 for an unknown enquiry and PT409 for one that is not pending; if it is converted already,
 * details are {"order_number": …}. 42501 for anyone but admin and crm_user.
 */
create function public.convert_enquiry_to_order(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found
  where found.id = convert_enquiry_to_order.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.status = 'converted' then
    select * into made from public.orders as earlier where earlier.enquiry_order_id = enquiry.id;
    raise exception using errcode = 'PT409',
      message = format('Enquiry %s was already converted', enquiry.enquiry_number)
        || coalesce(format(' to order %s.', made.order_number), '.'),
      detail = jsonb_build_object('order_number', made.order_number)::text;
  elsif enquiry.status <> 'pending' then
    raise exception using errcode = 'PT409',
      message = format('Only a pending enquiry can be converted; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price,
    message, contact_first_name, contact_last_name, contact_email
  ) values (
    enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received', enquiry.rental_from,
    enquiry.rental_to, enquiry.total_price, enquiry.message, enquiry.contact_first_name,
    enquiry.contact_last_name, enquiry.contact_email
  ) returning * into made;
  insert into public.order_items (
    order_id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position
  )
  select made.id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position
  from public.enquiry_items where enquiry_order_id = enquiry.id;
  update public.enquiry_orders as converted set status = 'converted' where converted.id = enquiry.id;
  return to_jsonb(made);
end
$$;

grant execute on function public.convert_enquiry_to_order(uuid) to authenticated;

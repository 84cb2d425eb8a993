-- An enquiry becomes an order: once, whole, by CRM staff.

/*
 * Lets staff with one of these roles go on and refuses everyone else (42501).
 * why: a function with its owner's rights asks no policies; it begins with this instead.
 */
create function private.require_staff(variadic roles text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_staff(variadic roles) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  end if;
end
$$;

-- Who sent the enquiry, as sent; the customer keeps what was first known.
alter table public.orders
  add column contact_first_name text,
  add column contact_last_name text,
  add column contact_email text,
  add constraint orders_contact_first_name_check check (private.is_person_name(contact_first_name)),
  add constraint orders_contact_last_name_check check (private.is_person_name(contact_last_name)),
  add constraint orders_contact_email_check check (private.is_email(contact_email));

/*
 * Makes a confirmed order of a pending enquiry (back-office §4) and answers the order's row.
 * A second call waits for the first and is refused.
 *
 * Raises PT404 for an id that is no enquiry, PT409 for one that is not pending: when it was
 * converted already, details are {"order_number": …}. For admin and crm_user; others get 42501.
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

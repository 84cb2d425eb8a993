/*
 * Where an item is needed next, and was last: its next three orders and three open enquiries, the soonest first, and the
 * last order before them. Cancelled orders are left out. status: the label; rental_from, rental_to: of the whole rental.
 */
create function private.rentals_with(item uuid)
returns table (what text, id uuid, number text, customer_id uuid, status text, rental_from date, rental_to date)
language sql stable
set search_path = ''
as $$
  select line.what, line.id, line.number, line.customer_id, line.label, line.rental_from, line.rental_to
  from (
    (select 'order' as what, made.id, made.order_number as number, made.customer_id, status.label, made.rental_from,
        made.rental_to, line.rental_to as last_day
      from public.order_items as line join public.orders as made on made.id = line.order_id
        left join public.crm_rental_order_statuses as status on status.value = made.status
      where line.item_id = rentals_with.item and line.rental_to >= private.today() and made.status <> 'cancelled'
      order by line.rental_to limit 3)
    union all
    (select 'order', made.id, made.order_number, made.customer_id, status.label, made.rental_from, made.rental_to,
        line.rental_to
      from public.order_items as line join public.orders as made on made.id = line.order_id
        left join public.crm_rental_order_statuses as status on status.value = made.status
      where line.item_id = rentals_with.item and line.rental_to < private.today() and made.status <> 'cancelled'
      order by line.rental_to desc limit 1)
    union all
    (select 'enquiry', made.id, made.enquiry_number, made.customer_id, status.label, made.rental_from, made.rental_to,
        line.rental_to
      from public.enquiry_items as line join public.enquiry_orders as made on made.id = line.enquiry_order_id
        join public.crm_rental_enquiry_statuses as status on status.value = made.status and status.is_open
      where line.item_id = rentals_with.item and line.rental_to >= private.today()
      order by line.rental_to limit 3)
  ) as line
  order by line.last_day < private.today(), line.last_day
$$;

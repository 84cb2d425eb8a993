/* The first day of the rental of an order or an enquiry; null without dates. */
create function private.first_rental_day(order_id uuid, enquiry_id uuid) returns date
language sql stable
set search_path = ''
as $$
  select least(min(line.rental_from), min(rental.rental_from))
  from (
    select made.rental_from from public.orders as made where made.id = first_rental_day.order_id
    union all
    select asked.rental_from from public.enquiry_orders as asked
    where asked.id = first_rental_day.enquiry_id and first_rental_day.order_id is null
  ) as rental
    left join (
      select booked.rental_from from public.order_items as booked where booked.order_id = first_rental_day.order_id
      union all
      select wanted.rental_from from public.enquiry_items as wanted
      where wanted.enquiry_order_id = first_rental_day.enquiry_id and first_rental_day.order_id is null
    ) as line on true
$$;

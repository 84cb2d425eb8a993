/*
 * The reminders that are due at a moment: the template, the customer, the enquiry or the order, once (the record, the rule
 * and the day) and until when the reminder is worth sending. To the studio: holds that end within 6 hours; from 9:00 of
 * Asia/Kolkata pieces that are overdue, daily for 14 days and then weekly. To customers with an address: from 16:00
 * tomorrow's pick-up, from 8:00 today's return, from 9:00 pieces that are 1, 3 or 7 days overdue.
 * why on these days only: a studio that was off on one of them, or that has just begun with this, reminds nobody of the
 * past.
 */
create function private.due_reminders(moment timestamptz)
returns table (
  template text,
  customer_id uuid,
  enquiry_order_id uuid,
  order_id uuid,
  once text,
  expires_at timestamptz
)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := (due_reminders.moment at time zone 'Asia/Kolkata')::date;
  hour constant integer := extract(hour from due_reminders.moment at time zone 'Asia/Kolkata');
  midnight constant timestamptz := (today + 1)::timestamp at time zone 'Asia/Kolkata';
begin
  return query
    select 'hold_ending', held.customer_id, held.id, null::uuid,
      'hold_ending:' || held.enquiry_number || ':' || private.iso_time(held.held_until), held.held_until
    from public.enquiry_orders as held
    where held.held_until > due_reminders.moment and held.held_until <= due_reminders.moment + interval '6 hours'
      and held.status = any (private.open_statuses());
  if hour < 8 then
    return;
  end if;
  return query
    with late as materialized (
      select made.id, made.order_number, made.customer_id, made.enquiry_order_id, today - min(line.rental_to) as days,
        bool_or(line.rental_to = today) as is_due
      from public.reservations as away
        join public.order_items as line on line.id = away.order_item_id
        join public.orders as made on made.id = line.order_id
      where away.kind = 'rental' and away.status = 'out' and line.rental_to <= today and made.status = 'in_progress'
      group by made.id
    ), leaving as materialized (
      select made.id, made.order_number, made.customer_id, made.enquiry_order_id
      from public.reservations as booked
        join public.order_items as line on line.id = booked.order_item_id and line.rental_from = today + 1
        join public.orders as made on made.id = line.order_id
      where hour >= 16 and booked.kind = 'rental' and booked.status <> 'released' and booked.blocked @> today + 1
        and made.status = 'confirmed'
      group by made.id
      having today + 1 = (
        select min(first.rental_from) from public.order_items as first
        where first.order_id = made.id and first.item_id is not null)
    ), listed (template, id, order_number, customer_id, enquiry_order_id) as (
      select 'item_overdue', late.id, late.order_number, late.customer_id, late.enquiry_order_id
      from late where hour >= 9 and late.days > 0 and (late.days <= 14 or late.days % 7 = 0)
      union all
      select 'overdue', late.id, late.order_number, late.customer_id, late.enquiry_order_id
      from late where hour >= 9 and late.days in (1, 3, 7)
      union all
      select 'return_today', late.id, late.order_number, late.customer_id, late.enquiry_order_id from late where late.is_due
      union all
      select 'pickup_tomorrow', leaving.id, leaving.order_number, leaving.customer_id, leaving.enquiry_order_id from leaving
    )
    select listed.template, listed.customer_id, listed.enquiry_order_id, listed.id,
      listed.template || ':' || listed.order_number || ':' || today, midnight
    from listed join public.customers as customer on customer.id = listed.customer_id
    where listed.template = 'item_overdue' or private.address_problem(customer.email) is null;
end
$$;

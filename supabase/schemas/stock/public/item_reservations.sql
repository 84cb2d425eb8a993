/*
 * An item's calendar and its reservations, for staff: {"of", "turnaround_days", "own_turnaround_days", "shows":
 * what visitors learn, "days": [{"day", "room", "booked", "held", "free", "short"}] from today on, only days
 * that are not all free, "reservations": [{"id", "kind", "status", "quantity", "rental_from", "rental_to",
 * "blocked_to": last day of the turnaround, "expires_at", "reason", "order": {"id", "order_number", "customer"},
 * "enquiry": {"id", "enquiry_number", "customer"}}], the first 500 that touch the days}. `order` is also that of a
 * sub-rental for an order. `order` and `enquiry` are null for an inventory_user; a storekeeper reads
 * the orders with first names.
 * days: 1 to 366, from from_day (default today) on.
 * Raises PT404 for an unknown item, PT400 for invalid days, 42501 for anyone but staff.
 */
create function public.item_reservations(
  type text,
  id uuid,
  from_day date default null,
  days integer default 92
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day constant date := coalesce(item_reservations.from_day, private.today());
  span daterange;
  item public.items;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  if first_day not between date '2000-01-01' and date '9998-12-31'
    or coalesce(item_reservations.days, 0) not between 1 and 366 then
    raise exception 'from_day must be a day and days a number from 1 to 366.' using errcode = 'PT400';
  end if;
  span := daterange(first_day, first_day + item_reservations.days);
  item := private.present_item(item_reservations.type, item_reservations.id);
  return private.turnaround_value(item.id) || jsonb_build_object(
    'of', private.pieces_of(item.id),
    'shows', (select settings.shows from private.availability_settings as settings),
    'days', (
      select coalesce(jsonb_agg(to_jsonb(stock) order by stock.day), '[]')
      from private.stock_days(item.id, span * daterange(private.today(), null)) as stock
      where stock.free is distinct from private.pieces_of(item.id) or stock.room is distinct from item.quantity
        or stock.short > 0
    ),
    'reservations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'kind', listed.kind, 'status', listed.status,
          'quantity', listed.quantity, 'rental_from', lower(listed.rented), 'rental_to', upper(listed.rented) - 1,
          'blocked_to', upper(listed.blocked) - 1, 'expires_at', listed.expires_at, 'reason', listed.reason,
          'order', case when shown is not null and made.id is not null then jsonb_build_object('id', made.id,
            'order_number', made.order_number, 'customer', private.customer_name(made.customer_id, shown)) end,
          'enquiry', case when shown = 'whole' and asked.id is not null then jsonb_build_object('id', asked.id,
            'enquiry_number', asked.enquiry_number, 'customer', private.customer_name(asked.customer_id)) end
        ) order by lower(listed.rented), listed.created_at, listed.id), '[]')
      from (
        select * from public.reservations as touching
        where touching.item_id = item.id and touching.status <> 'released'
          and upper(touching.blocked) > lower(span) and lower(touching.blocked) < upper(span)
          and (touching.status <> 'held' or touching.expires_at > clock_timestamp())
        order by lower(touching.rented), touching.created_at, touching.id limit 500
      ) as listed
        left join public.order_items as line on line.id = listed.order_item_id
        left join public.orders as made on made.id = line.order_id
        left join public.enquiry_items as wanted on wanted.id = listed.enquiry_item_id
        left join public.enquiry_orders as asked on asked.id = wanted.enquiry_order_id
    ));
end
$$;

grant execute on function public.item_reservations(text,uuid,date,integer) to authenticated;

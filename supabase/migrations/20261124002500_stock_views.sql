-- Reading reservations as staff do: the days of one item, and what is promised beyond stock.

/*
 * The days of a range on which an item is not all free: room, booked and held as in item_days, without expired
 * holds. `free` of a kit is how many whole kits its counted parts allow; room, booked, held and short are its
 * own. Days before today are not counted any more.
 */
create function private.stock_days(item_id uuid, span daterange)
returns table (day date, room integer, booked integer, held integer, free integer, short integer)
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select inside.part_id, inside.quantity, item.quantity as owned
    from private.item_parts as inside join public.items as item on item.id = inside.part_id
    where inside.item_id = stock_days.item_id and (item.quantity > 0 or item.removed_at is not null)
  ), filled as materialized (
    select part.part_id, stock.day, stock.room, stock.booked, spare.free
    from part join private.item_days as stock on stock.item_id = part.part_id
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.day >= lower(span) and stock.day < upper(span)
  ), listed as (select distinct filled.day from filled)
  select listed.day, coalesce(self.room, item.quantity), coalesce(self.booked, 0),
    coalesce(self.room - self.booked - self.free, 0),
    (
      select min(greatest(coalesce(filled.free, part.owned), 0) / part.quantity)
      from part left join filled on filled.part_id = part.part_id and filled.day = listed.day
    ),
    greatest(coalesce(-self.free, 0), 0)
  from listed
    join public.items as item on item.id = stock_days.item_id
    left join filled as self on self.part_id = stock_days.item_id and self.day = listed.day
  order by listed.day
$$;

/* How many of an item the studio has: of a kit, how many whole ones its counted parts make; null: not counted. */
create function private.pieces_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select min(item.quantity / inside.quantity)
  from private.item_parts as inside join public.items as item on item.id = inside.part_id
  where inside.item_id = pieces_of.item_id and (item.quantity > 0 or item.removed_at is not null)
$$;

/* A customer's name for staff; null once erased. */
create function private.customer_name(id uuid) returns text
language sql stable
set search_path = ''
as $$
  select customer.first_name || ' ' || customer.last_name from public.customers as customer
  where customer.id = customer_name.id
$$;

/*
 * An item's calendar and its reservations, for staff: {"of", "turnaround_days", "own_turnaround_days", "shows":
 * what visitors learn, "days": [{"day", "room", "booked", "held", "free", "short"}] from today on, only days
 * that are not all free, "reservations": [{"id", "kind", "status", "quantity", "rental_from", "rental_to",
 * "blocked_to": last day of the turnaround, "expires_at", "reason", "order": {"id", "order_number", "customer"},
 * "enquiry": {"id", "enquiry_number", "customer"}}], the first 500 that touch the days}. `order` is also that of a
 * sub-rental for an order. `order` and `enquiry` are null for an inventory_user.
 * days: 1 to 366, from from_day (default today) on.
 * Raises PT404 for an unknown item, PT400 for invalid days, 42501 for anyone but staff.
 */
create function public.item_reservations(type text, id uuid, from_day date default null, days integer default 92)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day constant date := coalesce(item_reservations.from_day, private.today());
  span daterange;
  item public.items;
  names_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
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
          'order', case when names_too and made.id is not null then jsonb_build_object('id', made.id,
            'order_number', made.order_number, 'customer', private.customer_name(made.customer_id)) end,
          'enquiry', case when names_too and asked.id is not null then jsonb_build_object('id', asked.id,
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

/*
 * Items that are promised beyond their stock from today on, soonest first, at most 200: [{"type", "id", "name",
 * "code", "days": ISO dates, "short": most pieces missing on one day, "orders": [{"id", "order_number"}], "holds":
 * [{"enquiry_id", "enquiry_number"}]}], orders and holds being those that need the item on these days; both are
 * empty for an inventory_user. 42501 for anyone but staff.
 */
create function public.conflicts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  names_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  return (
    with short as materialized (
      -- why free_days too: a hold that expired needs no piece any more.
      select stock.item_id, stock.day, -spare.free as pieces
      from private.item_days as stock
        join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
      where stock.short > 0 and stock.day >= private.today() and spare.free < 0
    ), listed as materialized (
      select short.item_id, array_agg(short.day order by short.day) as days, max(short.pieces) as pieces
      from short group by short.item_id order by min(short.day), short.item_id limit 200
    )
    select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
        'code', item.code, 'days', to_jsonb(listed.days), 'short', listed.pieces,
        'orders', case when names_too then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('id', made.id, 'order_number', made.order_number)), '[]')
          from public.reservations as booked join public.order_items as line on line.id = booked.order_item_id
            join public.orders as made on made.id = line.order_id
          where booked.item_id = item.id and booked.kind = 'rental' and booked.status in ('booked', 'out', 'returned')
            and exists (select from unnest(listed.days) as needed (day) where booked.blocked @> needed.day)
        ) else '[]' end,
        'holds', case when names_too then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('enquiry_id', asked.id,
            'enquiry_number', asked.enquiry_number)), '[]')
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
            join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
          where hold.item_id = item.id and hold.status = 'held' and hold.expires_at > clock_timestamp()
            and exists (select from unnest(listed.days) as needed (day) where hold.blocked @> needed.day)
        ) else '[]' end
      ) order by listed.days[1], item.id), '[]')
    from listed join public.items as item on item.id = listed.item_id
  );
end
$$;

grant execute on function public.item_reservations(text, uuid, date, integer), public.conflicts()
  to authenticated;

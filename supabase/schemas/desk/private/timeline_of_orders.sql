/*
 * Rows of orders, and of enquiries that hold something: {type: 'order' or 'enquiry', id, code: its number, name: its
 * customer's, category: null, of: null, status, pieces, bars, short_days}. A bar is all lines of the same days and
 * status; `whole`: it is all lines of the order, on the order's own days. Parts of kits are not drawn, but count for short_days.
 * shown: as private.names_shown says.
 */
create function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz, shown text)
returns json
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  result json;
begin
  with listed as materialized (
    select wanted.id, wanted.position,
      case when shown = 'whole' then coalesce(made.customer_id, asked.customer_id) end as customer_id,
      private.shown_name(booker.first_name, booker.last_name, shown) as customer, made.order_number, asked.enquiry_number,
      coalesce(made.status, asked.status) as status,
      daterange(made.rental_from, made.rental_to, '[]') as rented
    from unnest(row_ids) with ordinality as wanted (id, position)
      left join public.orders as made on made.id = wanted.id
      left join public.enquiry_orders as asked on asked.id = wanted.id and made.id is null
      left join public.customers as booker on booker.id = coalesce(made.customer_id, asked.customer_id)
  ), lines as materialized (
    select listed.id as row_id, line.id, line.item_id
    from listed join public.order_items as line on line.order_id = listed.id and line.item_id is not null
  ), counted as materialized (
    select lines.row_id, count(*) as lines from lines group by lines.row_id
  ), reserved as materialized (
    select listed.id as row_id, booked.order_item_id as line_id, booked.id, booked.item_id, booked.kind, booked.status,
      booked.quantity, booked.rented, booked.blocked, booked.expires_at,
      (booked.order_item_id, booked.item_id) in (select lines.id, lines.item_id from lines) as is_own
    from listed join public.reservations as booked on booked.order_id = listed.id and booked.kind = 'rental'
      and booked.status <> 'released'
    union all
    select listed.id, line.id, hold.id, hold.item_id, hold.kind, hold.status, hold.quantity, hold.rented, hold.blocked,
      hold.expires_at, hold.item_id = line.item_id
    from listed join public.enquiry_items as line on line.enquiry_order_id = listed.id
      join public.reservations as hold on hold.enquiry_item_id = line.id
    where hold.status = 'held' and hold.expires_at > moment
  ), grouped as materialized (
    select reserved.row_id, (array_agg(reserved.id order by reserved.id))[1] as id, reserved.kind, reserved.status,
      reserved.rented, max(upper(reserved.blocked)) as blocked_end, sum(reserved.quantity) as quantity,
      array_agg(distinct reserved.line_id) as lines, min(reserved.expires_at) as expires_at
    from reserved where reserved.is_own
    group by reserved.row_id, reserved.kind, reserved.status, reserved.rented
  ), drawn as materialized (
    -- why json: text is put into lists and objects as it is, while jsonb is packed, and unpacked again by each of them.
    select grouped.row_id, json_agg((select bar from (
        select grouped.id, grouped.kind, grouped.status, grouped.quantity, lower(grouped.rented) as "from",
          upper(grouped.rented) - 1 as "to", grouped.blocked_end - 1 as blocked_to,
          grouped.status = 'out' and upper(grouped.rented) <= today as overdue,
          case when shown = 'whole' and grouped.kind = 'rental' then to_json(grouped.lines) else '[]' end as lines,
          grouped.kind = 'rental' and grouped.rented = listed.rented and cardinality(grouped.lines) = counted.lines as whole,
          case when listed.order_number is not null then json_build_object('id', listed.id,
            'number', listed.order_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as "order",
          case when listed.enquiry_number is not null then json_build_object('id', listed.id,
            'number', listed.enquiry_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as enquiry,
          grouped.expires_at, null::text as reason
      ) as bar) order by grouped.rented, grouped.id)
      filter (where grouped.blocked_end > lower(span) and lower(grouped.rented) < upper(span)) as bars,
      sum(grouped.quantity) as pieces
    from grouped join listed on listed.id = grouped.row_id left join counted on counted.row_id = grouped.row_id
    group by grouped.row_id
  ), missing as materialized (
    -- why the short days first: they are few, and each row's items many.
    select stock.item_id, stock.day from private.item_days as stock
    where stock.short > 0 and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
      and stock.item_id in (select reserved.item_id from reserved)
      and private.missing_pieces(stock.item_id, stock.day, stock.room) > 0
  ), short as materialized (
    select needed.row_id, json_agg(needed.day order by needed.day) as days
    from (
      select distinct reserved.row_id, missing.day
      from missing join reserved on reserved.item_id = missing.item_id and reserved.blocked @> missing.day
    ) as needed
    group by needed.row_id
  )
  select json_agg((select shown from (
      select case when listed.order_number is null then 'enquiry' else 'order' end as type, listed.id,
        coalesce(listed.order_number, listed.enquiry_number) as code, listed.customer as name, null::text as category,
        null::integer as "of", listed.status, drawn.pieces, coalesce(drawn.bars, '[]') as bars,
        coalesce(short.days, '[]') as short_days
    ) as shown) order by listed.position)
  into result
  from listed left join drawn on drawn.row_id = listed.id left join short on short.row_id = listed.id;
  return coalesce(result, '[]');
end
$$;

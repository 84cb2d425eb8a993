/*
 * Free pieces for the lines of one enquiry or order: for each line with dates that are not over, {"free": on all
 * of its days besides its own reservation, "of", "short_days": days on which all lines together need more than
 * there is, "next_free", "others": the first 10 other open enquiries for the item on these days [{"id", "number",
 * "customer", "quantity"}], "others_total", "holds": of other enquiries [{"enquiry_id", "number", "customer",
 * "quantity", "expires_at"}]}. free, of and next_free are null for an item that is not counted.
 * lines: rows of enquiry_items or order_items; free-text lines are left out. A kit that is booked is judged with the
 * parts that its line has, as private.wanted_reservations books it, any other with its parts of now.
 */
create function private.lines_availability(lines jsonb, enquiry_id uuid)
returns table (line_id uuid, availability jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  all_lines uuid[];
begin
  all_lines := array(select (line ->> 'id')::uuid from jsonb_array_elements(lines) as line);
  return query
  with line as materialized (
    select each.id, each.item_id, each.quantity, each.rental_from, each.rental_to,
      daterange(each.rental_from, each.rental_to, '[]') as rented
    from jsonb_to_recordset(lines) as each (id uuid, item_id uuid, quantity integer, rental_from date, rental_to date)
    where each.item_id is not null and each.rental_from is not null and each.rental_to >= today
  ), part as materialized (
    select line.id, inside.part_id, inside.quantity, line.quantity * inside.quantity as wanted,
      item.quantity > 0 or item.removed_at is not null as counted, item.quantity as owned, turnaround.days as turnaround,
      private.blocked_range(line.rented, turnaround.days) * daterange(today, null) as span
    from line
      cross join lateral (
        select sum(own.quantity)::integer as pieces from public.reservations as own
        -- why "is false": as in private.wanted_reservations.
        where own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental'
          and (own.status = 'released') is false
      ) as stored
      cross join lateral (
        select live.item_id as part_id, sum(live.quantity)::integer / stored.pieces as quantity
        from public.reservations as live
        where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
          and stored.pieces is not null
        group by live.item_id
        union all
        select parts.part_id, parts.quantity
        from private.item_parts as parts
        where parts.item_id = line.item_id and stored.pieces is null
      ) as inside
      join public.items as item on item.id = inside.part_id
      cross join lateral (select private.turnaround_of(inside.part_id) as days) as turnaround
  ), cell as materialized (
    select part.id, part.part_id, part.quantity, part.wanted, part.owned, listed.day::date as day
    from part cross join generate_series(lower(part.span), upper(part.span) - 1, interval '1 day') as listed (day)
    where part.counted
  ), mine as materialized (
    select coalesce(reserved.order_item_id, reserved.enquiry_item_id) as id, reserved.item_id, reserved.blocked,
      reserved.quantity
    from public.reservations as reserved
    where reserved.order_item_id = any (all_lines) and reserved.kind = 'rental'
        and private.takes_pieces(reserved.status, reserved.rented, reserved.blocked)
      or reserved.enquiry_item_id = any (all_lines) and reserved.status = 'held'
        and reserved.expires_at > clock_timestamp()
  ), supply as materialized (
    select needed.part_id, needed.day, needed.wanted, coalesce(stock.free, needed.owned) as spare,
      (select coalesce(sum(mine.quantity), 0) from mine
       where mine.item_id = needed.part_id and mine.blocked @> needed.day) as own
    from (
      select cell.part_id, cell.day, min(cell.owned) as owned, sum(cell.wanted) as wanted
      from cell group by cell.part_id, cell.day
    ) as needed
      left join private.free_days as stock on stock.item_id = needed.part_id and stock.day = needed.day
  ), judged as (
    select cell.id, min(greatest(supply.spare + (
        select coalesce(sum(mine.quantity), 0) from mine
        where mine.id = cell.id and mine.item_id = cell.part_id and mine.blocked @> cell.day
      ), 0) / cell.quantity)::integer as free, min(cell.owned / cell.quantity) as pieces,
      coalesce(jsonb_agg(distinct cell.day) filter (where supply.wanted > supply.spare + supply.own), '[]') as short_days
    from cell join supply on supply.part_id = cell.part_id and supply.day = cell.day
    group by cell.id
  )
  select line.id, jsonb_build_object(
    'free', judged.free, 'of', judged.pieces, 'short_days', coalesce(judged.short_days, '[]'),
    'next_free', case when judged.short_days = '[]' then line.rental_from
      when judged.id is not null then (
        select later.next_free
        from private.next_free_days((
          select jsonb_agg(jsonb_build_object('place', 1, 'part_id', part.part_id, 'wanted', part.wanted,
            'owned', part.owned, 'turnaround', part.turnaround))
          from part where part.id = line.id and part.counted
        ), greatest(line.rental_from, today),
          greatest(line.rental_from, today) + (line.rental_to - line.rental_from)) as later
      ) end,
    'others', coalesce(others.listed, '[]'), 'others_total', coalesce(others.total, 0),
    'holds', (
      select coalesce(jsonb_agg(jsonb_build_object('enquiry_id', asked.id, 'number', asked.enquiry_number,
          'customer', private.customer_name(asked.customer_id), 'quantity', held.quantity,
          'expires_at', held.expires_at) order by held.expires_at, asked.id), '[]')
      from (
        select wanted.enquiry_order_id, max(hold.quantity) as quantity, max(hold.expires_at) as expires_at
        from part join public.reservations as hold on hold.item_id = part.part_id and hold.status = 'held'
            and hold.expires_at > clock_timestamp() and hold.blocked && part.span
          join public.enquiry_items as wanted on wanted.id = hold.enquiry_item_id
        where part.id = line.id and wanted.enquiry_order_id is distinct from enquiry_id
        group by wanted.enquiry_order_id order by max(hold.expires_at), wanted.enquiry_order_id limit 10
      ) as held join public.enquiry_orders as asked on asked.id = held.enquiry_order_id
    ))
  from line left join judged on judged.id = line.id
    left join lateral (
      select count(*) as total, jsonb_agg(jsonb_build_object('id', wanting.id, 'number', wanting.enquiry_number,
          'customer', private.customer_name(wanting.customer_id), 'quantity', wanting.quantity)
        order by wanting.created_at, wanting.id) filter (where wanting.place <= 10) as listed
      from (
        select asked.id, asked.enquiry_number, asked.customer_id, asked.created_at, sum(other.quantity) as quantity,
          row_number() over (order by asked.created_at, asked.id) as place
        -- The item itself, and the kits that contain it or one of its parts.
        from (
          select distinct around.item_id from part join private.item_parts as around on around.part_id = part.part_id
          where part.id = line.id
        ) as touched
          join public.enquiry_items as other on other.item_id = touched.item_id and other.rental_to >= line.rental_from
            and other.rental_from <= line.rental_to
          join public.enquiry_orders as asked on asked.id = other.enquiry_order_id
            and asked.status = any (private.open_statuses()) and asked.id is distinct from enquiry_id
        group by asked.id
      ) as wanting
    ) as others on true;
end
$$;

/*
 * The pieces of orders by line and item, with the parts of kits: in all, handed over so far, out now, back (without
 * missing ones) and missing; first_day: of the first hand-over; line_quantity, last_day: of the line. Where no hand-over
 * was recorded, the order's status speaks for all pieces: in progress they are out, returned or completed they are back.
 */
create function private.order_pieces(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  item_id uuid,
  quantity integer,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer,
  first_day date,
  line_quantity integer,
  last_day date
)
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select listed.id, listed.order_id, listed.item_id, listed.quantity, listed.rental_to, made.status
    from public.orders as made
      join public.order_items as listed on listed.order_id = made.id and listed.item_id is not null
    where made.id = any (order_ids)
  ), movement as materialized (
    select made.id, made.order_id, made.kind, made.day from public.order_movements as made
    where made.order_id = any (order_ids) and made.undone_at is null
  ), moved as (
    select listed.order_item_id, listed.item_id,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      coalesce(sum(listed.quantity) filter (where listed.condition = 'missing'), 0)::integer as missing,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day
    from movement join public.order_movement_lines as listed on listed.movement_id = movement.id
    group by listed.order_item_id, listed.item_id
  ), reserved as (
    select live.order_item_id as id, live.item_id, sum(live.quantity)::integer as quantity
    from public.reservations as live
    where live.order_id = any (order_ids) and live.kind = 'rental'
      and (live.status = 'released') is false
    group by live.order_item_id, live.item_id
  ), part as (
    select reserved.id, reserved.item_id, reserved.quantity from reserved
    union all
    -- Lines without dates and of cancelled orders have no reservations.
    select line.id, inside.part_id, inside.quantity * line.quantity
    from line join private.item_parts as inside on inside.item_id = line.item_id
    where line.id not in (select reserved.id from reserved)
  )
  select line.order_id, line.id, part.item_id, part.quantity,
    case when line.status in ('returned', 'completed') then part.quantity
      when counted.is_counted then coalesce(moved.handed_over, 0)
      when line.status = 'in_progress' then part.quantity else 0 end,
    case when line.status <> 'in_progress' then 0
      else greatest(0, case when counted.is_counted then coalesce(moved.handed_over, 0) else part.quantity end
        - coalesce(moved.returned, 0)) end,
    case when line.status in ('returned', 'completed') then part.quantity else coalesce(moved.returned, 0) end
      - coalesce(moved.missing, 0),
    coalesce(moved.missing, 0), moved.first_day, line.quantity, line.rental_to
  from line join part on part.id = line.id
    left join moved on moved.order_item_id = line.id and moved.item_id = part.item_id
    cross join lateral (
      select line.order_id in (select movement.order_id from movement where movement.kind = 'hand_over') as is_counted
    ) as counted
$$;

/*
 * The order lines that have an item, or wait for it: pieces `out`, pieces `left` to hand over, the days, and the
 * numbered pieces that are recorded as out. A line without counted movements is out or not as a whole.
 */
create function private.lines_with_item(item_id uuid)
returns table (
  line_id uuid,
  order_id uuid,
  order_number text,
  customer_id uuid,
  outside integer,
  left_here integer,
  first_day date,
  last_day date,
  pieces_out uuid[]
)
language sql stable
set search_path = ''
as $$
  select line.id, made.id, made.order_number, made.customer_id, had.outside, had.pieces - had.outside,
    line.rental_from, line.rental_to,
    array(
      select moved.piece_id from (
        select distinct on (piece.piece_id) piece.piece_id, movement.kind
        from public.order_movement_lines as part
          join public.order_movements as movement on movement.id = part.movement_id
          cross join unnest(part.pieces) as piece (piece_id)
        where part.order_item_id = line.id and part.item_id = lines_with_item.item_id and movement.undone_at is null
        order by piece.piece_id, movement.created_at desc, movement.id desc
      ) as moved
      where moved.kind = 'hand_over'
    )
  from (
      select reserved.order_item_id, sum(reserved.quantity)::integer as pieces,
        sum(coalesce(reserved.handed_over, case when reserved.status = 'out' then reserved.quantity else 0 end))::integer
          as outside
      from public.reservations as reserved
      where reserved.item_id = lines_with_item.item_id and reserved.kind = 'rental'
        and reserved.status in ('booked', 'out')
      group by reserved.order_item_id
    ) as had
    join public.order_items as line on line.id = had.order_item_id
    join public.orders as made on made.id = line.order_id
  where made.status in ('confirmed', 'in_progress')
$$;

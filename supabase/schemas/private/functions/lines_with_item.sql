-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
  select line.id, made.id, made.order_number, made.customer_id, had.pieces, reserved.quantity - had.pieces,
    line.rental_from, line.rental_to,
    array(
      select moved.piece_id from (
        select distinct on (piece.piece_id) piece.piece_id, movement.kind
        from public.order_movement_lines as part
          join public.order_movements as movement on movement.id = part.movement_id
          cross join unnest(part.pieces) as piece (piece_id)
        where part.order_item_id = line.id and part.item_id = reserved.item_id and movement.undone_at is null
        order by piece.piece_id, movement.created_at desc, movement.id desc
      ) as moved
      where moved.kind = 'hand_over'
    )
  from public.reservations as reserved
    join public.order_items as line on line.id = reserved.order_item_id
    join public.orders as made on made.id = line.order_id
    cross join lateral (
      select coalesce(reserved.handed_over, case when reserved.status = 'out' then reserved.quantity else 0 end) as pieces
    ) as had
  where reserved.item_id = lines_with_item.item_id and reserved.kind = 'rental' and reserved.status in ('booked', 'out')
    and reserved.movement_id is null and made.status in ('confirmed', 'in_progress')
$$;

/*
 * The pieces of an item that are out, by order, longest late first: those that had left by this day and are not back.
 * late_days: calendar days after the line's last day. An order that was set in progress by hand has let all go on its
 * first day.
 */
create function private.pieces_away(item_id uuid, day date)
returns table (order_id uuid, order_number text, customer text, pieces integer, late_days integer)
language sql stable
set search_path = ''
as $$
  select made.id, made.order_number, private.customer_name(made.customer_id, coalesce(private.names_shown(), 'whole')), sum(gone.pieces)::integer,
    max(greatest(0, private.today() - line.rental_to))
  from (
    select taken.order_item_id, least(sum(coalesce(taken.handed_over, taken.quantity)),
      case when bool_or(taken.handed_over is null) then coalesce(
        sum(taken.quantity) filter (where lower(taken.rented) <= pieces_away.day or pieces_away.day >= private.today()), 0)
      else (
        select coalesce(sum(moved.quantity), 0) from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
            and movement.kind = 'hand_over' and movement.day <= pieces_away.day
        where moved.order_item_id = taken.order_item_id and moved.item_id = pieces_away.item_id
      ) end) as pieces
    from public.reservations as taken
    where taken.item_id = pieces_away.item_id and taken.kind = 'rental' and taken.status = 'out'
    group by taken.order_item_id
  ) as gone
    join public.order_items as line on line.id = gone.order_item_id
    join public.orders as made on made.id = line.order_id
  where gone.pieces > 0
  group by made.id, made.order_number, made.customer_id
  order by 5 desc, made.order_number
$$;

/* The pieces of a movement in whole lines: a kit counts as a whole, as in private.pieces_out. */
create function private.moved_lines(movement_id uuid) returns table (line_id uuid, pieces integer)
language sql stable
set search_path = ''
as $$
  with part as (
    select moved.order_item_id, moved.item_id, sum(moved.quantity) as quantity
    from public.order_movement_lines as moved where moved.movement_id = moved_lines.movement_id
    group by moved.order_item_id, moved.item_id
  )
  select line.id, max(ceil(part.quantity * line.quantity::numeric / piece.quantity))::integer
  from public.order_movements as movement
    cross join private.order_pieces(array[movement.order_id]) as piece
    join part on part.order_item_id = piece.line_id and part.item_id = piece.item_id
    join public.order_items as line on line.id = piece.line_id
  where movement.id = moved_lines.movement_id
  group by line.id
$$;

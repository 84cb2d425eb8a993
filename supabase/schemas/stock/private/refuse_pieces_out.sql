/*
 * Refuses to cancel an order, or to set it back to confirmed, while pieces are recorded as out: PT409, details
 * {"reason": "pieces_out"}. What was taken back is reserved no more, so an order of which pieces were taken back is not
 * confirmed again, and one of which all were is not in progress again: {"reason": "pieces_back"}.
 */
create function private.refuse_pieces_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.status = 'in_progress' and new.status <> 'in_progress' and exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'hand_over' and movement.undone_at is null
  ) and exists (select from private.order_pieces(array[new.id]) as piece where piece.out_now > 0) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s are out. Take them back, or undo the hand-over, first.', old.order_number),
      detail = '{"reason": "pieces_out"}';
  elsif new.status in ('confirmed', 'in_progress') and exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'return' and movement.undone_at is null
  ) and (new.status = 'confirmed' or not exists (
    select from private.order_pieces(array[new.id]) as piece
    where piece.quantity > (
      select coalesce(sum(back.quantity), 0)
      from public.order_movement_lines as back
        join public.order_movements as movement on movement.id = back.movement_id
          and movement.kind = 'return' and movement.undone_at is null
      where back.order_item_id = piece.line_id and back.item_id = piece.item_id)
  )) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s were taken back. Undo the return first, or make a new order.', old.order_number),
      detail = '{"reason": "pieces_back"}';
  end if;
  return new;
end
$$;

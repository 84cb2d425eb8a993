-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Refuses to cancel an order, or to set it back to confirmed, while pieces are recorded as out: PT409, details
 * {"reason": "pieces_out"}. An order that was set in progress by hand is not confirmed again once pieces of it were
 * taken back, as a hand-over would count them twice: {"reason": "pieces_back"}.
 */
create function private.refuse_pieces_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_counted constant boolean := exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'hand_over' and movement.undone_at is null);
begin
  if is_counted and old.status = 'in_progress'
    and exists (select from private.order_pieces(array[new.id]) as piece where piece.out_now > 0) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s are out. Take them back, or undo the hand-over, first.', old.order_number),
      detail = '{"reason": "pieces_out"}';
  elsif not is_counted and new.status = 'confirmed' and exists (
    select from public.order_movements as movement where movement.order_id = new.id and movement.undone_at is null
  ) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s were taken back. Undo that first.', old.order_number),
      detail = '{"reason": "pieces_back"}';
  end if;
  return new;
end
$$;

-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Refuses to cancel an order, or to set it back to confirmed, while pieces are recorded as out: PT409, details
 * {"reason": "pieces_out"}.
 */
create function private.refuse_pieces_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'hand_over' and movement.undone_at is null
  ) and exists (select from private.order_pieces(array[new.id]) as piece where piece.out_now > 0) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s are out. Take them back, or undo the hand-over, first.', old.order_number),
      detail = '{"reason": "pieces_out"}';
  end if;
  return new;
end
$$;

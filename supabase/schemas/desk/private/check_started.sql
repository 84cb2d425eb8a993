/*
 * Refuses to set orders in progress whose pieces are not here, as private.refuse_not_here does: without a recorded
 * hand-over all of their pieces are out from then on.
 */
create function private.check_started(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  uncounted constant uuid[] := array(
    select started.id from unnest(order_ids) as started (id)
    where not exists (
      select from public.order_movements as movement
      where movement.order_id = started.id and movement.kind = 'hand_over' and movement.undone_at is null));
  moved jsonb;
begin
  if uncounted = '{}' then
    return;
  end if;
  -- why: a line that is added meanwhile would not be judged.
  perform private.lock_orders(uncounted);
  select jsonb_agg(jsonb_build_object('item', piece.item_id, 'quantity', piece.out_now)) into moved
  from private.order_pieces(uncounted) as piece where piece.out_now > 0;
  if moved is null then
    return;
  end if;
  perform private.lock_stock(array(select (gone ->> 'item')::uuid from jsonb_array_elements(moved) as gone));
  perform private.refuse_not_here(private.pieces_not_here(moved, private.today()));
end
$$;

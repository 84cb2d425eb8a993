/*
 * The numbered pieces of an item that are in use: [{"id", "code", "out": handed over with this order line and not back}].
 */
create function private.numbered_pieces(line_id uuid, item_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code,
      'out', coalesce(last.kind = 'hand_over', false)) order by piece.number), '[]')
    from public.item_pieces as piece
      left join lateral (
        select movement.kind from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
        where moved.order_item_id = numbered_pieces.line_id and moved.item_id = numbered_pieces.item_id
          and piece.id = any (moved.pieces)
        order by movement.created_at desc, movement.id desc limit 1
      ) as last on true
    where piece.item_id = numbered_pieces.item_id and piece.retired_at is null
  );
end
$$;

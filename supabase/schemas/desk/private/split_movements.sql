/*
 * Gives the movements of a line that was split to both of its lines: `line` keeps those of `kept` of its `quantity`
 * pieces, which came back, `part` gets those of the rest. Of a kit each of its parts alike.
 */
create function private.split_movements(
  line uuid,
  part uuid,
  kept integer,
  quantity integer
) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- why in the order of what came back: a numbered piece stays with its return. Then as recorded, whatever the day:
  -- undo_movement undoes the newest record first, so a hand-over from before a return stays beside that return.
  with pieces as (
    select listed.item_id, max(piece.quantity) / split_movements.quantity * split_movements.kept as kept
    from public.order_movement_lines as listed
      join private.order_pieces(array(
        select order_items.order_id from public.order_items where order_items.id = split_movements.line)) as piece
        on piece.line_id = split_movements.line and piece.item_id = listed.item_id
    where listed.order_item_id = split_movements.line
    group by listed.item_id
  ), back as (
    select coalesce(array_agg(named.piece), '{}') as pieces
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id
      cross join unnest(listed.pieces) as named (piece)
    where listed.order_item_id = split_movements.line and movement.kind = 'return' and movement.undone_at is null
  ), ordered as (
    select listed.*, movement.kind, pieces.kept, sum(listed.quantity) over (
      partition by listed.item_id, movement.kind
      order by listed.pieces && back.pieces desc, movement.created_at, movement.id, listed.id) - listed.quantity as before
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      join pieces on pieces.item_id = listed.item_id
      cross join back
    where listed.order_item_id = split_movements.line
  ), shared as (
    select ordered.id, least(ordered.quantity, greatest(0, ordered.kept - ordered.before))::integer as stays,
      case when ordered.kind = 'return' then ordered.pieces
        else array(select piece from unnest(ordered.pieces) as piece where piece = any (back.pieces)) end as pieces
    from ordered cross join back
  ), gone as (
    insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, condition, note, photos, pieces)
    select listed.movement_id, split_movements.part, listed.item_id, listed.quantity - shared.stays, listed.condition,
      listed.note, case when shared.stays = 0 then listed.photos else '{}' end,
      case when shared.stays = 0 then listed.pieces
        else array(select piece from unnest(listed.pieces) as piece where piece <> all (shared.pieces)) end
    from shared join public.order_movement_lines as listed on listed.id = shared.id
    where shared.stays < listed.quantity
    returning movement_id
  ), less as (
    update public.order_movement_lines as listed
    set quantity = shared.stays, pieces = shared.pieces
    from shared where shared.id = listed.id and shared.stays between 1 and listed.quantity - 1
    returning listed.id
  )
  delete from public.order_movement_lines as listed using shared where shared.id = listed.id and shared.stays = 0;
end
$$;

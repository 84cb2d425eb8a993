/* The movements of an order, newest first. */
create function private.movements_of(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', movement.id, 'kind', movement.kind, 'day', movement.day,
      'created_at', movement.created_at, 'by', person.display_name, 'reason', movement.reason,
      'not_here', movement.not_here,
      'undone_at', movement.undone_at, 'undo_reason', movement.undo_reason,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id,
          'name', item.name, 'code', item.code, 'quantity', moved.quantity, 'condition', moved.condition,
          'note', moved.note, 'photos', to_jsonb(moved.photos)) order by item.name, moved.condition, moved.id), '[]')
        from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
        where moved.movement_id = movement.id
      )) order by movement.created_at desc, movement.id desc), '[]')
  from public.order_movements as movement
    left join public.user_profiles as person on person.id = movement.created_by
  where movement.order_id = movements_of.order_id
$$;

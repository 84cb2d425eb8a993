/*
 * The returns of an order about whose charges nobody has decided: {"late": see private.late_of, "lines": [{"line", "item",
 * "quantity", "condition"}]}; null without any.
 */
create function private.charges_due(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with due as materialized (
    select movement.id, movement.day from public.order_movements as movement
    where movement.order_id = charges_due.order_id and movement.charges_due and movement.undone_at is null
  )
  select jsonb_build_object(
    'late', (
      select private.late_of(jsonb_agg(jsonb_build_object('line', whole.line_id, 'pieces', whole.pieces, 'day', due.day)))
      from due cross join lateral private.moved_lines(due.id) as whole
    ),
    'lines', (
      select jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id, 'quantity', moved.quantity,
        'condition', moved.condition) order by moved.item_id, moved.condition, moved.id)
      from due join public.order_movement_lines as moved on moved.movement_id = due.id
    ))
  where exists (select from due)
$$;

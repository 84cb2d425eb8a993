/*
 * A movement for the activity log: "PRP-00012 ×2", or how many pieces where it has several lines. A kit counts as a
 * whole, as in private.pieces_out.
 */
create function private.movement_text(movement_id uuid) returns text
language sql stable
set search_path = ''
as $$
  with part as (
    select moved.order_item_id, moved.item_id, sum(moved.quantity) as quantity
    from public.order_movement_lines as moved where moved.movement_id = movement_text.movement_id
    group by moved.order_item_id, moved.item_id
  )
  select case when (select count(*) from part) = 1 then (
      select item.code || ' ×' || part.quantity from part join public.items as item on item.id = part.item_id
    ) when count(*) = 1 then min(item.code) || ' ×' || sum(whole.pieces)
    else sum(whole.pieces) || ' pieces' end
  from private.moved_lines(movement_text.movement_id) as whole
    join public.order_items as line on line.id = whole.line_id
    join public.items as item on item.id = line.item_id
$$;

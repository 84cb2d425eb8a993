/*
 * Marks a return about whose charges somebody has to decide: it was late, or pieces are damaged or missing. So it is on
 * the order's pick list until then.
 */
create function private.mark_charges_due(movement_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.order_movements as movement set charges_due = true
  where movement.id = mark_charges_due.movement_id and exists (
    select from public.order_movement_lines as moved join public.order_items as line on line.id = moved.order_item_id
    where moved.movement_id = movement.id
      and (moved.condition <> 'good' or line.per_day and line.rental_to < movement.day))
$$;

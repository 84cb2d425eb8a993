/*
 * Gives a new order its lines and reserves them: rows of order_items in an array, with what is hired in (private.hire_in).
 * Raises PT409 not_free with the short lines.
 */
create function private.add_order_lines(order_id uuid, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  hires constant boolean := jsonb_path_exists(lines, '$[*].hired[0]');
begin
  -- why: the trigger would refuse the lines before the pieces that are hired in for them are there.
  if hires then
    perform set_config('studio.edits_lines', 'on', true);
  end if;
  insert into public.order_items (
    id, order_id, item_type, item_id, variant_id, quantity, price, list_price, price_reason, rental_from, rental_to,
    description, per_day, position
  )
  select line.id, add_order_lines.order_id, line.item_type, line.item_id, line.variant_id, line.quantity, line.price,
    line.list_price, line.price_reason, line.rental_from, line.rental_to, line.description, line.per_day, line.position
  from jsonb_populate_recordset(null::public.order_items, add_order_lines.lines) as line;
  if hires then
    perform private.hire_in(add_order_lines.lines);
    perform private.write_reservations(array[add_order_lines.order_id]);
    perform set_config('studio.edits_lines', '', true);
  end if;
end
$$;

/*
 * The pieces of an order that should be back, {"days": since the first of them was due, "lines": [{"name", "quantity"}]};
 * null when none is out too long.
 */
create function private.overdue_pieces("order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(private.today() - line.rental_to),
    'lines', jsonb_agg(jsonb_build_object('name', item.name, 'quantity', state.out_now) order by line.position, line.id))
  from private.pieces_out(overdue_pieces."order") as state
    join public.order_items as line on line.id = state.line_id
    join public.items as item on item.id = line.item_id
  where state.out_now > 0 and line.rental_to < private.today()
  having count(*) > 0
$$;

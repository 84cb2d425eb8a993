/*
 * The late lines of an order: pieces still out after the line's last day. days: calendar days since; total: days ×
 * price per day × pieces (docs/product/desk.md). A kit counts as a whole. Null where nothing is late.
 */
create function private.late_lines(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(late.days), 'total', sum(late.total),
    'lines', jsonb_agg(jsonb_build_object('line', late.id, 'description', late.name, 'quantity', late.out_now,
      'days', late.days, 'price', late.price, 'total', late.total) order by late.days desc, late.position, late.id))
  from (
    select line.id, line.position, item.name, piece.out_now, line.price, private.today() - line.rental_to as days,
      private.line_amount(line.price, piece.out_now, private.today() - line.rental_to) as total
    from private.pieces_out(late_lines.order_id) as piece
      join public.order_items as line on line.id = piece.line_id and line.per_day
      join public.items as item on item.id = line.item_id
    where piece.out_now > 0 and line.rental_to < private.today()
  ) as late
  having count(*) > 0
$$;

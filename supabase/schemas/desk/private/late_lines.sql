/* The late lines of an order, see private.late_of: pieces still out after the line's last day. A kit counts as a whole. */
create function private.late_lines(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.late_of(jsonb_agg(jsonb_build_object('line', piece.line_id, 'pieces', piece.out_now,
    'day', private.today())))
  from private.pieces_out(late_lines.order_id) as piece
$$;

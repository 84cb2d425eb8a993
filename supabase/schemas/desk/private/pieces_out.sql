/* The pieces of an order's lines, as private.lines_out counts them. */
create function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer, missing integer)
language sql stable
set search_path = ''
as $$
  select line.line_id, line.handed_over, line.out_now, line.back, line.missing
  from private.lines_out(array[pieces_out.order_id]) as line
$$;

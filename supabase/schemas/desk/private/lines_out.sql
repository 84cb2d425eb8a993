/*
 * The pieces of the lines of orders: in all, handed over, out now, back, and missing; last_day: of the line. A kit
 * counts as a whole, as often as any of its parts was moved: it is out while one of them is, and missing where one is.
 * Free-text lines are left out.
 */
create function private.lines_out(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  quantity integer,
  last_day date,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer
)
language sql stable
set search_path = ''
as $$
  select counted.order_id, counted.line_id, counted.quantity, counted.last_day, counted.handed_over, counted.out_now,
    counted.handed_over - counted.out_now - least(counted.missing, counted.handed_over - counted.out_now),
    least(counted.missing, counted.handed_over - counted.out_now)
  from (
    -- Whole lines are rounded up.
    select piece.order_id, piece.line_id, piece.line_quantity as quantity, piece.last_day,
      max((piece.handed_over::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as handed_over,
      max((piece.out_now::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as out_now,
      max((piece.missing::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as missing
    from private.order_pieces(lines_out.order_ids) as piece
    group by piece.order_id, piece.line_id, piece.line_quantity, piece.last_day
  ) as counted
$$;

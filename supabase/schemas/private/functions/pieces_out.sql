-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The pieces of an order's lines: handed over in all, out now, and back or missing. A kit counts as a whole, as often
 * as any of its parts was moved. Free-text lines are left out.
 */
create function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer)
language sql stable
set search_path = ''
as $$
  select counted.line_id, counted.handed_over, counted.out_now, counted.handed_over - counted.out_now
  from (
    select line.id as line_id,
      max(ceil(piece.handed_over * line.quantity::numeric / piece.quantity))::integer as handed_over,
      max(ceil(piece.out_now * line.quantity::numeric / piece.quantity))::integer as out_now
    from private.order_pieces(array[pieces_out.order_id]) as piece
      join public.order_items as line on line.id = piece.line_id
    group by line.id
  ) as counted
$$;

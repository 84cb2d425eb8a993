-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The pieces of an order's lines: handed over in all, out now, and back. A kit counts as a whole. Free-text
 * lines are left out. The order's status speaks for all pieces of a line.
 */
create function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer)
language sql stable
set search_path = ''
as $$
  select line.id, moved.handed_over, moved.handed_over - moved.back, moved.back
  from public.orders as made
    join public.order_items as line on line.order_id = made.id and line.item_id is not null
    cross join lateral (
      select case when made.status in ('in_progress', 'returned', 'completed') then line.quantity else 0 end as handed_over,
        case when made.status in ('returned', 'completed') then line.quantity else 0 end as back
    ) as moved
  where made.id = pieces_out.order_id
$$;

/*
 * The next steps with an item, or with one numbered piece of it, best first, at most 10: take back what is overdue,
 * hand over what goes out today, take back what is due today, then all others by their day. Nothing is handed over
 * while no piece is in the studio, so those steps are last then. A piece that is recorded as out is taken back only. shown:
 * as private.names_shown says.
 */
create function private.next_steps(item public.items, piece_id uuid, shown text) returns jsonb
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select * from private.lines_with_item(item.id)
  ), here as (
    select item.quantity = 0 or item.quantity > coalesce(sum(line.outside), 0) as any_piece,
      coalesce(bool_or(piece_id = any (line.pieces_out)), false) as piece_is_out
    from line
  ), possible as (
    select 'take_back' as step, line.outside as quantity, line.last_day as day, line.*,
      case when line.last_day < private.today() then 0 when line.last_day = private.today() then 2 else 3 end as rank
    from line cross join here
    where line.outside > 0 and case when piece_id is null then true
      when here.piece_is_out then piece_id = any (line.pieces_out)
      -- why: the line may have pieces that nobody named.
      else line.outside > cardinality(line.pieces_out) end
    union all
    select 'hand_over', line.left_here, line.first_day, line.*,
      case when not here.any_piece then 5 when line.first_day <= private.today() then 1 else 4 end
    from line cross join here
    where line.left_here > 0 and line.last_day >= private.today() and not here.piece_is_out
  ), best as (
    select * from possible order by rank, day, order_number limit 10
  )
  select coalesce(jsonb_agg(jsonb_build_object('step', best.step, 'order_id', best.order_id,
      'order_number', best.order_number, 'customer', private.customer_name(best.customer_id, shown), 'line', best.line_id,
      'item', item.id, 'quantity', best.quantity, 'day', best.day) order by best.rank, best.day, best.order_number), '[]')
  from best
$$;

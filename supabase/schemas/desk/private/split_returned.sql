/*
 * Lines of which some pieces came back and whose days change: the line keeps its days for these pieces, and a line beside
 * it has the new days for the rest. A line that is back as a whole keeps its days when the dates of the order move.
 * Returns {"lines": rows by id, "split": {line: the new line's id}}. former, lines: rows by id; moves_all: the dates of
 * the whole order move.
 */
create function private.split_returned(
  order_id uuid,
  former jsonb,
  lines jsonb,
  moves_all boolean
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  moved record;
  split jsonb := '{}';
  days jsonb;
  part uuid;
begin
  for moved in
    select each.id::text as line, state.handed_over - state.out_now as back,
      (each.became ->> 'quantity')::integer as quantity
    from private.pieces_out(split_returned.order_id) as state
      join private.line_changes(split_returned.former, split_returned.lines) as each on each.id = state.line_id
    where state.handed_over > state.out_now
      and private.line_value(each.was, 'dates') is distinct from private.line_value(each.became, 'dates')
  loop
    select jsonb_object_agg(key, value) into days
    from jsonb_each(former -> moved.line) where key in ('rental_from', 'rental_to', 'rental_days');
    if moved.back < moved.quantity then
      part := gen_random_uuid();
      split := split || jsonb_build_object(moved.line, part);
      lines := lines || jsonb_build_object(
        moved.line, lines -> moved.line || days || jsonb_build_object('quantity', moved.back),
        part, lines -> moved.line || jsonb_build_object('id', part, 'quantity', moved.quantity - moved.back));
    elsif moves_all then
      lines := lines || jsonb_build_object(moved.line, lines -> moved.line || days);
    end if;
  end loop;
  return jsonb_build_object('lines', lines, 'split', split);
end
$$;

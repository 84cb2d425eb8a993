/*
 * Refuses to remove or swap lines of which pieces are handed over, or to lower them below that: PT409, details
 * {"reason": "handed_over", "lines": [{"line", "out": pieces handed over}]}. lines: rows by id.
 */
create function private.check_handed_over(order_id uuid, former jsonb, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  refused jsonb;
begin
  select jsonb_agg(jsonb_build_object('line', moved.line_id, 'out', moved.handed_over) order by moved.line_id) into refused
  from private.pieces_out(order_id) as moved
    join private.line_changes(former, lines) as each on each.id = moved.line_id
  where moved.handed_over > 0 and (each.became is null or each.was -> 'item_id' <> each.became -> 'item_id'
    or (each.became ->> 'quantity')::integer < least(moved.handed_over, (each.was ->> 'quantity')::integer));
  if refused is not null then
    raise exception 'These pieces were handed over already.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'handed_over', 'lines', refused)::text;
  end if;
end
$$;

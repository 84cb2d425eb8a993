/*
 * Records a movement of an order that is locked, and returns its id. lines: as checked_movement makes them; null:
 * everything left. anyway: also pieces that are not here; the movement says so. Raises PT409 with details {"reason":
 * "more_than_there" | "more_than_out", "lines": [{"line", "item", "quantity": in all, "out"}]}, not_here as
 * private.refuse_not_here; PT422 for a return before its hand-over.
 */
create function private.record_movement(
  made public.orders,
  lines jsonb,
  kind text,
  day date,
  reason text,
  anyway boolean default false
) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  moved jsonb := lines;
  refused jsonb;
  away jsonb;
  movement_id uuid;
begin
  if moved is null then
    select jsonb_agg(jsonb_build_object('line', piece.line_id, 'item', piece.item_id, 'quantity', able.pieces))
      into moved
    from private.order_pieces(array[made.id]) as piece
      cross join lateral (
        select case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end as pieces
      ) as able
    where able.pieces > 0;
    if moved is null then
      raise exception using errcode = 'PT409',
        message = case kind when 'return' then 'Nothing of this order is out.'
          else 'Nothing of this order is left to hand over.' end,
        detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
          'lines', '[]'::jsonb)::text;
    end if;
  end if;
  select jsonb_agg(jsonb_build_object('line', wanted.line, 'item', wanted.item, 'quantity', coalesce(piece.quantity, 0),
      'out', coalesce(piece.out_now, 0)) order by wanted.line, wanted.item)
    into refused
  from (
    select given.line, given.item, sum(given.quantity) as quantity
    from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer)
    group by given.line, given.item
  ) as wanted
    left join private.order_pieces(array[made.id]) as piece
      on piece.line_id = wanted.line and piece.item_id = wanted.item
  where wanted.quantity > coalesce(case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end, 0);
  if refused is not null then
    raise exception using errcode = 'PT409',
      message = case kind when 'return' then 'Fewer pieces are out. Somebody may have taken them back meanwhile.'
        else 'Fewer pieces are left. Somebody may have handed them over meanwhile.' end,
      detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
        'lines', refused)::text;
  end if;
  if kind = 'hand_over' then
    away := private.pieces_not_here(moved, day);
    if not anyway then
      perform private.refuse_not_here(away);
    end if;
  elsif exists (
    select from jsonb_to_recordset(moved) as given (line uuid, item uuid)
      join private.order_pieces(array[made.id]) as piece on piece.line_id = given.line and piece.item_id = given.item
    where piece.first_day > day
  ) then
    perform private.refuse('day', 'These pieces were handed over after this day.');
  end if;
  insert into public.order_movements as recorded (order_id, kind, day, reason, not_here, created_by)
  values (made.id, record_movement.kind, record_movement.day, record_movement.reason, away is not null,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()))
  returning recorded.id into movement_id;
  insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, condition, note, photos, pieces)
  select movement_id, given.line, given.item, given.quantity, coalesce(given.condition, 'good'), given.note,
    coalesce(given.photos, '{}'), coalesce(given.pieces, '{}')
  from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer, condition text, note text,
    photos text[], pieces uuid[]);
  return movement_id;
end
$$;

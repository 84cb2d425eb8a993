-- Written by `npm run db:change` from supabase/schemas.

drop routine private.record_movement(public.orders,jsonb,text,date,text);
drop routine public.hand_over(uuid,jsonb,date,text,uuid);

create or replace function private.change_item_days(changes private.stock_change[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  is_fact constant boolean := coalesce(current_setting('studio.facts', true), '') = 'on';
  first_day date;
  touched uuid[];
  promises boolean;
  changed private.item_days[];
  emptied private.item_days[];
  refused jsonb;
begin
  select array_agg(distinct net.item_id), bool_or(net.quantity > 0 and net.kind in ('rental', 'hold'))
  into touched, promises
  from (
    select change.item_id, change.kind, sum(change.quantity) as quantity
    from unnest(changes) as change
    -- why by status: what is back becomes a promise again on the same days.
    group by change.item_id, change.kind, change.blocked, change.status = 'returned'
    having sum(change.quantity) <> 0
  ) as net;
  if touched is null then
    return;
  end if;
  -- why except: holds of this statement are not in item-days yet. why null: a release of holds runs
  -- inside of such a statement.
  perform private.lock_items(touched, case when promises then array(select change.id from unnest(changes) as change) end);
  first_day := private.today();

  with delta as materialized (
    select change.item_id, greatest(lower(change.blocked), first_day) + ahead.days as day,
      coalesce(sum(change.quantity) filter (where change.kind = 'rental'), 0)::integer as booked,
      coalesce(sum(change.quantity) filter (where change.kind = 'hold'), 0)::integer as held,
      coalesce(sum(change.quantity) filter (
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity > 0
      ), 0)::integer as wanted,
      coalesce(-sum(change.quantity) filter (
        -- why: what is back is no promise, so it makes no room for one that grows beside it.
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity < 0
      ), 0)::integer as had,
      greatest(0, coalesce(-sum(change.quantity) filter (
        where change.kind = 'rental' and change.status = 'returned'
      ), 0))::integer as was_back,
      bool_or(change.kind in ('out_of_service', 'sub_rental')) as is_room
    from unnest(changes) as change
      cross join lateral generate_series(0, upper(change.blocked) - 1 - greatest(lower(change.blocked), first_day))
        as ahead (days)
    where change.item_id = any (touched)
    group by 1, 2
  ), became as materialized (
    select delta.item_id, delta.day, item.kind, item.quantity as owned, delta.wanted,
      case when delta.is_room then private.room_on(delta.item_id, item.quantity, delta.day)
        else coalesce(stored.room, item.quantity) end as room,
      greatest(0, coalesce(stored.booked, 0) + delta.booked) as booked,
      greatest(0, coalesce(stored.held, 0) + delta.held) as held,
      -- Where promises grow, the shortage must not. why without was_back: pieces that are back may be what made the
      -- day short, so an order that is confirmed again would be promised pieces that others have.
      case when delta.wanted > delta.had and not is_fact then
        greatest(0, coalesce(stored.short, 0) - delta.was_back) end as short_limit
    from delta
      -- why offset 0: one look-up by key for each day. The planner expects thousands of days, and would read all items and
      -- all item-days instead.
      cross join lateral (
        select known.kind, known.quantity from public.items as known
        where known.id = delta.item_id and (known.quantity > 0 or known.removed_at is not null) offset 0
      ) as item
      left join lateral (
        select taken.room, taken.booked, taken.held, taken.short from private.item_days as taken
        where taken.item_id = delta.item_id and taken.day = delta.day offset 0
      ) as stored on true
  ), lines as (
    select over.kind, over.item_id, max(over.wanted) as wanted,
      min(greatest(0, over.room - (over.booked + over.held - over.wanted))) as free,
      jsonb_agg(over.day order by over.day) as days
    from became as over
    where over.booked + over.held - over.room > over.short_limit
    group by over.kind, over.item_id
  )
  select
    array_agg(day_row) filter (where not is_empty),
    array_agg(day_row) filter (where is_empty),
    (
      select jsonb_agg(jsonb_build_object('type', lines.kind, 'id', lines.item_id, 'wanted', lines.wanted,
        'free', lines.free, 'days', lines.days) order by lines.days -> 0, lines.item_id)
      from lines
    )
  into changed, emptied, refused
  from (
    select
      row(became.item_id, became.day, became.room, became.booked, became.held,
        least(became.short_limit, greatest(0, became.booked + became.held - became.room)))::private.item_days as day_row,
      became.booked = 0 and became.held = 0 and became.room = became.owned as is_empty
    from became
  ) as listed;
  if refused is not null then
    raise exception 'not_free' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'not_free', 'lines', refused)::text;
  end if;

  if emptied is not null then
    delete from private.item_days as stored using unnest(emptied) as gone
    where stored.item_id = gone.item_id and stored.day = gone.day;
  end if;
  if changed is not null then
    -- why whole values and not differences: the check judges the proposed row before the conflict.
    insert into private.item_days
    select became.* from unnest(changed) as became
    on conflict (item_id, day) do update set room = excluded.room, booked = excluded.booked,
      held = excluded.held, short = excluded.short;
  end if;
  if promises then
    perform private.sweep_stock();
  end if;
end
$$;

create function private.check_started(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  uncounted constant uuid[] := array(
    select started.id from unnest(order_ids) as started (id)
    where not exists (
      select from public.order_movements as movement
      where movement.order_id = started.id and movement.kind = 'hand_over' and movement.undone_at is null));
  moved jsonb;
begin
  if uncounted = '{}' then
    return;
  end if;
  -- why: a line that is added meanwhile would not be judged.
  perform private.lock_orders(uncounted);
  select jsonb_agg(jsonb_build_object('item', piece.item_id, 'quantity', piece.out_now)) into moved
  from private.order_pieces(uncounted) as piece where piece.out_now > 0;
  if moved is null then
    return;
  end if;
  perform private.lock_stock(array(select (gone ->> 'item')::uuid from jsonb_array_elements(moved) as gone));
  perform private.refuse_not_here(private.pieces_not_here(moved, private.today()));
end
$$;

create or replace function private.follow_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status
  );
  started constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status and became.status = 'in_progress'
  );
begin
  if cardinality(started) > 0 and coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.check_started(started);
  end if;
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

create or replace function private.movements_of(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', movement.id, 'kind', movement.kind, 'day', movement.day,
      'created_at', movement.created_at, 'by', person.display_name, 'reason', movement.reason,
      'not_here', movement.not_here,
      'undone_at', movement.undone_at, 'undo_reason', movement.undo_reason,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id,
          'name', item.name, 'code', item.code, 'quantity', moved.quantity, 'condition', moved.condition,
          'note', moved.note, 'photos', to_jsonb(moved.photos)) order by item.name, moved.condition, moved.id), '[]')
        from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
        where moved.movement_id = movement.id
      )) order by movement.created_at desc, movement.id desc), '[]')
  from public.order_movements as movement
    left join public.user_profiles as person on person.id = movement.created_by
  where movement.order_id = movements_of.order_id
$$;

create function private.pieces_away(item_id uuid, day date)
returns table (order_id uuid, order_number text, customer text, pieces integer, late_days integer)
language sql stable
set search_path = ''
as $$
  select made.id, made.order_number, private.customer_name(made.customer_id), sum(gone.pieces)::integer,
    max(greatest(0, private.today() - line.rental_to))
  from (
    select taken.order_item_id, least(sum(coalesce(taken.handed_over, taken.quantity)),
      case when bool_or(taken.handed_over is null) then coalesce(
        sum(taken.quantity) filter (where lower(taken.rented) <= pieces_away.day or pieces_away.day >= private.today()), 0)
      else (
        select coalesce(sum(moved.quantity), 0) from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
            and movement.kind = 'hand_over' and movement.day <= pieces_away.day
        where moved.order_item_id = taken.order_item_id and moved.item_id = pieces_away.item_id
      ) end) as pieces
    from public.reservations as taken
    where taken.item_id = pieces_away.item_id and taken.kind = 'rental' and taken.status = 'out'
    group by taken.order_item_id
  ) as gone
    join public.order_items as line on line.id = gone.order_item_id
    join public.orders as made on made.id = line.order_id
  where gone.pieces > 0
  group by made.id, made.order_number, made.customer_id
  order by 5 desc, made.order_number
$$;

create function private.room_on(item_id uuid, owned integer, day date) returns integer
language sql stable
set search_path = ''
as $$
  select greatest(0, room_on.owned + coalesce(
    sum(case fact.kind when 'sub_rental' then fact.quantity else -fact.quantity end), 0))::integer
  from public.reservations as fact
  where fact.item_id = room_on.item_id and fact.status = 'booked'
    and fact.kind in ('out_of_service', 'sub_rental') and fact.blocked @> room_on.day
$$;

create function private.pieces_not_here(moved jsonb, day date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name, 'wanted', wanted.pieces,
      'here', greatest(0, there.pieces),
      'out', (
        select coalesce(jsonb_agg(jsonb_build_object('id', away.order_id, 'order_number', away.order_number,
          'customer', away.customer, 'quantity', away.pieces, 'late_days', away.late_days)), '[]')
        from (select * from private.pieces_away(item.id, pieces_not_here.day) as gone limit 10) as away
      ),
      'out_of_service', (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', fact.quantity, 'until', fact.last_day)), '[]')
        from (
          select broken.quantity, upper(broken.blocked) - 1 as last_day from public.reservations as broken
          where broken.item_id = item.id and broken.kind = 'out_of_service' and broken.status = 'booked'
            and broken.blocked @> pieces_not_here.day
          order by upper(broken.blocked), broken.id limit 10
        ) as fact
      ),
      'hired', (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', fact.quantity, 'from', fact.first_day)), '[]')
        from (
          select hired.quantity, lower(hired.blocked) as first_day from public.reservations as hired
          where hired.item_id = item.id and hired.kind = 'sub_rental' and hired.status = 'booked'
            and lower(hired.blocked) > pieces_not_here.day
          order by lower(hired.blocked), hired.id limit 10
        ) as fact
      )) order by item.name, item.id)
  from (
    select given.item, sum(given.quantity)::integer as pieces
    from jsonb_to_recordset(moved) as given (item uuid, quantity integer) group by given.item
  ) as wanted
    join public.items as item on item.id = wanted.item and item.quantity > 0 and item.removed_at is null
    cross join lateral (
      select private.room_on(item.id, item.quantity, pieces_not_here.day) - (
        select coalesce(sum(away.pieces), 0) from private.pieces_away(item.id, pieces_not_here.day) as away
      )::integer as pieces
    ) as there
  where wanted.pieces > there.pieces
$$;

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

create function private.refuse_not_here(lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if lines is not null then
    raise exception 'Not all of these pieces are here.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'not_here', 'lines', lines)::text;
  end if;
end
$$;

create function public.hand_over(
  id uuid,
  lines jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null,
  anyway boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  is_anyway constant boolean := coalesce(anyway, false);
  made public.orders;
  movement_id uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hand_over', key, jsonb_build_array(id, lines, day, reason)
    || case when is_anyway then '[true]'::jsonb else '[]' end);
  if answer is not null then
    return answer;
  end if;
  if is_anyway and given_reason is null then
    perform private.refuse('reason', 'A reason is required to hand over pieces that are not here.');
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{confirmed,in_progress}');
  movement_id := private.record_movement(made,
    private.checked_movement(made.id, lines, 'hand_over', day), 'hand_over', day, given_reason, is_anyway);
  if made.status = 'confirmed' then
    update public.orders as started set status = 'in_progress' where started.id = made.id returning * into made;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'handed_over',
    (select 'not_here' from public.order_movements as moved where moved.id = movement_id and moved.not_here),
    private.movement_text(movement_id));
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement_id);
  perform private.bind_idempotency_key('hand_over', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.hand_over(uuid,jsonb,date,text,uuid,boolean) to authenticated;

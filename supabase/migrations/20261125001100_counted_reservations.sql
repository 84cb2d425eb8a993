-- Reservations follow movements: of each order line and item one main row with the pieces that are not back, and
-- a row for each return.

alter table public.order_movements
  -- The free-text lines that a return added to its order.
  add column charges uuid[] not null default '{}';

/*
 * The reservations that the lines of orders should have; a line without one of these has none. Confirmed
 * orders are booked, orders in progress are out, on the line's own dates. Once a hand-over was recorded, an item of
 * an order in progress is out when some of its pieces are, else booked. Pieces that were taken back have a row for
 * each return, until its day. Returned and completed orders keep what they had until they were back: until their
 * end, or the day of the change when they were out late or back early; nothing when they had not begun. A line that
 * is reserved keeps the parts that it was reserved with; a new one takes the kit's parts of now. Pieces that were
 * handed over before the first day are reserved from that day on.
 */
create or replace view private.wanted_reservations with (security_invoker = true) as
select line.order_id, line.id as order_item_id, part.item_id, piece.quantity, piece.status, wanted.rented,
  case when wanted.rented = piece.rented and (piece.rolled_on is null or piece.status = 'out') then piece.blocked
    when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
    else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)) end as blocked,
  piece.movement_id, piece.handed_over
from public.orders as made
  join public.order_items as line on line.order_id = made.id
  cross join lateral (
    select sum(own.quantity)::integer as pieces from public.reservations as own
    -- why "is false": an index of live reservations by item would seem as good while the table is small.
    where own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental'
      and (own.status = 'released') is false
  ) as stored
  cross join lateral (
    select live.item_id, sum(live.quantity)::integer / stored.pieces * line.quantity as quantity
    from public.reservations as live
    where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
      and stored.pieces is not null
    group by live.item_id
    union all
    select line.item_id, line.quantity where stored.pieces is null
    union all
    select parts.part_id, parts.quantity * line.quantity
    from private.kit_parts as parts
    where parts.kit_id = line.item_id and stored.pieces is null
  ) as part
  left join public.reservations as main on main.order_item_id = line.id and main.item_id = part.item_id
    and main.kind = 'rental' and main.movement_id is null and (main.status = 'released') is false
  join public.items as item on item.id = part.item_id
  join private.catalogue_kinds as listed on listed.kind = item.kind
  -- why offset 0, here and below: the expressions are evaluated once and not wherever they are used.
  cross join (select private.today() as day offset 0) as today
  cross join lateral (
    select coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
    where listed.order_item_id = line.id and listed.item_id = part.item_id
  ) as moved
  cross join lateral (
    select exists (
      select from public.order_movements as movement
      where movement.order_id = made.id and movement.kind = 'hand_over' and movement.undone_at is null
    ) as is_counted offset 0
  ) as counted
  cross join lateral (
    select null::uuid as movement_id, null::date as day, part.quantity - moved.returned as quantity,
      case made.status when 'confirmed' then 'booked'
        when 'in_progress' then
          case when counted.is_counted and moved.handed_over <= moved.returned then 'booked' else 'out' end
        else 'returned' end as status,
      case when counted.is_counted and made.status = 'in_progress' then
        greatest(0, least(moved.handed_over, part.quantity) - moved.returned) end as handed_over,
      main.status as former, main.rented, main.blocked, main.rolled_on
    union all
    select back.movement_id, back.day, back.quantity, 'returned', null, kept.status, kept.rented, kept.blocked, null
    from (
      select movement.id as movement_id, movement.day, sum(listed.quantity)::integer as quantity
      from public.order_movement_lines as listed
        join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      where moved.returned > 0 and listed.order_item_id = line.id and listed.item_id = part.item_id
        and movement.kind = 'return'
      group by movement.id
    ) as back
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = back.movement_id and (kept.status = 'released') is false
  ) as piece
  cross join lateral (
    select case
      when piece.movement_id is not null then piece.day
      when made.status in ('confirmed', 'in_progress') then line.rental_to
      when piece.former = 'returned' then upper(piece.rented) - 1
      when piece.former = 'out' then today.day
      when piece.former = 'booked' then least(line.rental_to, today.day)
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
    end as last_day,
    -- why the day of a movement: pieces may move before the line's first day, and all must stay in a row, because
    -- the rows of a line say how many parts a kit had when it was reserved.
    least(line.rental_from, moved.first_day, case when piece.movement_id is not null then piece.day
      when made.status in ('returned', 'completed') then (
        select min(movement.day)
        from public.order_movement_lines as listed
          join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
        where listed.order_item_id = line.id
      ) end) as first_day offset 0
  ) as ended
  cross join lateral (
    select daterange(ended.first_day, ended.last_day, '[]') as rented
    where ended.last_day >= ended.first_day offset 0
  ) as wanted
where made.status in ('confirmed', 'in_progress', 'returned', 'completed') and piece.quantity > 0
  and isfinite(line.rental_from) and isfinite(line.rental_to);

/*
 * Writes the reservations that these orders should have. Raises PT409 not_free, with all lines that are
 * short, when something is not free.
 * why plan_cache_mode: as in submit_enquiry, planning for each array costs more than running. The setting
 * also applies to the triggers that this fires.
 */
create or replace function private.write_reservations(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  involved uuid[];
  is_changed boolean;
begin
  -- why not from wanted_reservations: these are the same items and some more, for a fraction of its cost.
  select array_agg(distinct listed.item_id), bool_or(listed.is_stored) into involved, is_changed
  from (
    select line.item_id, false as is_stored
    from public.order_items as line
    where line.order_id = any (order_ids) and line.rental_from is not null and line.item_id is not null
    union all
    select parts.part_id, false
    from public.order_items as line join private.kit_parts as parts on parts.kit_id = line.item_id
    where line.order_id = any (order_ids) and line.rental_from is not null
    union all
    select stored.item_id, true
    from public.order_items as line join public.reservations as stored on stored.order_item_id = line.id
    where line.order_id = any (order_ids)
  ) as listed;
  if involved is null then
    return;
  end if;
  perform private.lock_items(involved);
  -- why released at first: one statement then changes the old reservations together with the new ones,
  -- so that a refusal names every short line, and what one line gives back another can take.
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, created_by,
    movement_id, handed_over)
  select wanted.item_id, wanted.quantity, 'rental', case when is_changed then 'released' else wanted.status end,
    wanted.rented, wanted.blocked, wanted.order_item_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()),
    wanted.movement_id, wanted.handed_over
  from private.wanted_reservations as wanted
  where wanted.order_id = any (order_ids) and not (is_changed and exists (
    select from public.reservations as stored
    where stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id and stored.kind = 'rental'
      and stored.movement_id is not distinct from wanted.movement_id
  ));
  if is_changed then
    update public.reservations as stored
    set status = became.status, quantity = became.quantity, rented = became.rented, blocked = became.blocked,
      handed_over = became.handed_over,
      rolled_on = case when became.status = 'out' and became.rented = stored.rented then stored.rolled_on end
    from (
      select listed.*, bool_or(listed.differs) over (partition by listed.item_id) as is_touched
      from (
        select present.id, present.item_id, coalesce(wanted.status, 'released') as status,
          coalesce(wanted.quantity, present.quantity) as quantity,
          coalesce(wanted.rented, present.rented) as rented, coalesce(wanted.blocked, present.blocked) as blocked,
          wanted.handed_over,
          (present.status, present.quantity, present.rented, present.blocked, present.handed_over) is distinct from
            (coalesce(wanted.status, 'released'), coalesce(wanted.quantity, present.quantity),
              coalesce(wanted.rented, present.rented), coalesce(wanted.blocked, present.blocked),
              wanted.handed_over) as differs
        from public.order_items as line
          join public.reservations as present on present.order_item_id = line.id and present.kind = 'rental'
          left join private.wanted_reservations as wanted on wanted.order_id = line.order_id
            and wanted.order_item_id = line.id and wanted.item_id = present.item_id
            and wanted.movement_id is not distinct from present.movement_id
        where line.order_id = any (order_ids)
      ) as listed
    ) as became
    -- why all of an item: a refusal names what the orders want of it together.
    where stored.id = became.id and became.is_touched and (became.differs or became.status <> 'released');
    -- Pieces hired in for a line of an order that is cancelled.
    update public.reservations as hired set status = 'released'
    from public.order_items as line join public.orders as made on made.id = line.order_id
    where line.order_id = any (order_ids) and made.status = 'cancelled' and hired.order_item_id = line.id
      and hired.kind = 'sub_rental' and hired.status = 'booked';
  end if;
end
$$;

/*
 * Adds up changes of reservations in item-days. Promises (rentals that are not back, holds) beyond the
 * room of a day are refused: PT409 not_free, with the details
 * {"reason": "not_free", "lines": [{type, id, wanted, free, days}]}; `wanted` and `free` are of the
 * item's worst day. Facts are never refused: what they leave over is `short`.
 * why plan_cache_mode: planning for each array of changes costs more than running.
 */
create or replace function private.change_item_days(changes private.stock_change[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
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
      case when delta.is_room then greatest(0, item.quantity + (
        select coalesce(sum(case fact.kind when 'sub_rental' then fact.quantity else -fact.quantity end), 0)
        from public.reservations as fact
        where fact.item_id = delta.item_id and fact.status = 'booked'
          and fact.kind in ('out_of_service', 'sub_rental') and fact.blocked @> delta.day
      ))::integer else coalesce(stored.room, item.quantity) end as room,
      greatest(0, coalesce(stored.booked, 0) + delta.booked) as booked,
      greatest(0, coalesce(stored.held, 0) + delta.held) as held,
      -- Where promises grow, the shortage must not. why without was_back: pieces that are back may be what made the
      -- day short, so an order that is confirmed again would be promised pieces that others have.
      case when delta.wanted > delta.had and not is_fact then
        greatest(0, coalesce(stored.short, 0) - delta.was_back) end as short_limit
    from delta
      join public.items as item on item.id = delta.item_id
        and (item.quantity > 0 or item.removed_at is not null)
      left join private.item_days as stored on stored.item_id = delta.item_id and stored.day = delta.day
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

/*
 * Counts all stock anew, for the owner: kits, reservations of orders, item-days, full days. For data that was
 * written while the triggers were off. Nothing is refused: promises beyond the room become `short`.
 * Returns how many differences it found and repaired. Writers of stock wait until it is done.
 */
create or replace function private.recount_stock() returns integer
language plpgsql
set search_path = ''
as $$
declare
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  no_movement constant uuid := '00000000-0000-0000-0000-000000000000';
  differing integer;
  order_ids uuid[];
begin
  lock table public.items in exclusive mode;
  perform set_config('studio.facts', 'on', true);
  differing := private.rebuild_kits();

  -- A reservation that is missing, left over or different.
  select array_agg(distinct found.order_id), differing + count(*) into order_ids, differing
  from (
    select coalesce(wanted.order_id, stored.order_id) as order_id
    from private.wanted_reservations as wanted
      full join (
        select line.order_id, present.* from public.reservations as present
          join public.order_items as line on line.id = present.order_item_id
        where present.kind = 'rental' and present.status <> 'released'
      ) as stored on stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id
        and coalesce(stored.movement_id, no_movement) = coalesce(wanted.movement_id, no_movement)
    where (wanted.status, wanted.quantity, wanted.rented, wanted.blocked, wanted.handed_over)
      is distinct from (stored.status, stored.quantity, stored.rented, stored.blocked, stored.handed_over)
  ) as found;
  if order_ids is not null then
    -- why no lock of the orders: their writers may hold it while they wait for the items.
    perform private.write_reservations(order_ids);
  end if;

  differing := differing + private.recount_item_days(array(
    select live.item_id from public.reservations as live where live.status <> 'released'
    union
    select stored.item_id from private.item_days as stored
  ));
  delete from private.item_days as past where past.day < private.today() - 1;
  differing := differing + private.recount_full_days();
  perform set_config('studio.facts', facts, true);
  return differing;
end
$$;

/*
 * Extends what overdue pieces block: a row that is out past its last day blocks today and its turnaround. A fact:
 * where others need the pieces it makes conflicts. Returns how many rows it extended, at most 500 in one call.
 * item_ids: of these items only; null: of all. except_rows: left as they are.
 * why it skips what is locked: it runs beside bookings, and must neither wait nor deadlock.
 */
create function private.roll_overdue(item_ids uuid[] default null, except_rows uuid[] default '{}') returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  late uuid[];
  rolled integer := 0;
begin
  if not exists (
    select from public.reservations as late
    where late.kind = 'rental' and late.status = 'out' and greatest(late.rolled_on, upper(late.rented) - 1) < today
  ) then
    return 0;
  end if;
  with due as materialized (
    select overdue.id, overdue.item_id from public.reservations as overdue
    where overdue.kind = 'rental' and overdue.status = 'out'
      and greatest(overdue.rolled_on, upper(overdue.rented) - 1) < today
      and (item_ids is null or overdue.item_id = any (item_ids)) and overdue.id <> all (except_rows)
    order by greatest(overdue.rolled_on, upper(overdue.rented) - 1) limit 500
  ), locked as materialized (
    select item.id from public.items as item
    where item.id in (select due.item_id from due) order by item.id for no key update skip locked
  )
  select array_agg(due.id) into late from due join locked on locked.id = due.item_id;
  if late is null then
    return 0;
  end if;
  perform set_config('studio.facts', 'on', true);
  update public.reservations as overdue
  set rolled_on = today,
    blocked = private.blocked_range(daterange(lower(overdue.rented), today, '[]'), private.turnaround_of(overdue.item_id))
  where overdue.id in (
    select free.id from public.reservations as free
    where free.id = any (late) and free.status = 'out' and greatest(free.rolled_on, upper(free.rented) - 1) < today
    for update skip locked
  );
  get diagnostics rolled = row_count;
  perform set_config('studio.facts', facts, true);
  return rolled;
end
$$;

/*
 * Locks items until the transaction ends, releases their expired holds, and extends what their overdue
 * pieces block; except_holds: neither for these reservations, null: only locks. Every writer of reservations calls it once, with all items of
 * its call, before it writes, so that a promise is judged by what is there now. Raises PT409 with the details
 * {"reason": "busy"} after waiting for two seconds.
 * why order by: two writers lock in the same order and cannot deadlock.
 */
create or replace function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}') returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment timestamptz;
begin
  begin
    perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
  exception when lock_not_available or deadlock_detected then
    raise exception 'The stock of these items is busy. Please try again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
  end;
  moment := clock_timestamp();
  if except_holds is null then
    return;
  end if;
  if exists (
    select from public.reservations as hold
    where hold.item_id = any (item_ids) and hold.status = 'held' and hold.expires_at <= moment
  ) then
    -- why skip locked: a hold that is being deleted with its enquiry waits for these items.
    update public.reservations as hold set status = 'released'
    where hold.id in (
      select expired.id from public.reservations as expired
      where expired.item_id = any (item_ids) and expired.status = 'held' and expired.expires_at <= moment
        and expired.id <> all (except_holds)
      for update skip locked
    );
  end if;
  -- why not beside facts: extending is one, and its trigger calls this.
  if coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.roll_overdue(item_ids, except_holds);
  end if;
end
$$;

/*
 * Deletes some item-days of the past, releases some expired holds, and extends overdue pieces, of any item.
 * why: it skips what is locked, so that it never waits and cannot deadlock; there is no scheduler.
 * why the day before yesterday: a writer may have begun before midnight.
 */
create or replace function private.sweep_stock() returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  first_day constant date := private.today() - 1;
begin
  -- why: extending overdue pieces changes item-days, whose trigger calls this.
  if coalesce(current_setting('studio.facts', true), '') = 'on' then
    return;
  end if;
  if (select min(past.day) from private.item_days as past) < first_day then
    delete from private.item_days as past
    where (past.item_id, past.day) in (
      select old.item_id, old.day from private.item_days as old
      where old.day < first_day
      order by old.day limit 100
      for update skip locked
    );
  end if;
  if (select min(hold.expires_at) from public.reservations as hold where hold.status = 'held') <= moment then
    with due as materialized (
      select hold.id, hold.item_id from public.reservations as hold
      where hold.status = 'held' and hold.expires_at <= moment
      order by hold.expires_at limit 20
    ), locked as materialized (
      select item.id from public.items as item
      where item.id in (select due.item_id from due)
      order by item.id for no key update skip locked
    )
    update public.reservations as hold set status = 'released'
    from due join locked on locked.id = due.item_id
    where hold.id = due.id and hold.status = 'held';
  end if;
  perform private.roll_overdue();
end
$$;

/*
 * The pieces of orders by line and item, with the parts of kits: in all, handed over so far, out now, back (without
 * missing ones) and missing; first_day: of the first hand-over. Where no hand-over was recorded, the order's status
 * speaks for all pieces: in progress they are out, returned or completed they are back.
 */
create function private.order_pieces(order_ids uuid[])
returns table (order_id uuid, line_id uuid, item_id uuid, quantity integer, handed_over integer, out_now integer,
  back integer, missing integer, first_day date)
language sql stable
set search_path = ''
as $$
  select made.id, line.id, part.item_id, part.quantity,
    case when made.status in ('returned', 'completed') then part.quantity
      when counted.is_counted then moved.handed_over
      when made.status = 'in_progress' then part.quantity else 0 end,
    case when made.status <> 'in_progress' then 0
      else greatest(0, case when counted.is_counted then moved.handed_over else part.quantity end - moved.returned) end,
    case when made.status in ('returned', 'completed') then part.quantity else moved.returned end - moved.missing,
    moved.missing, moved.first_day
  from public.orders as made
    join public.order_items as line on line.order_id = made.id and line.item_id is not null
    cross join lateral (
      select exists (
        select from public.order_movements as movement
        where movement.order_id = made.id and movement.kind = 'hand_over' and movement.undone_at is null
      ) as is_counted offset 0
    ) as counted
    cross join lateral (
      select live.item_id, sum(live.quantity)::integer as quantity
      from public.reservations as live
      where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
      group by live.item_id
      union all
      -- Lines without dates and of cancelled orders have no reservations.
      select inside.part_id, inside.quantity * line.quantity
      from private.item_parts as inside
      where inside.item_id = line.item_id and not exists (
        select from public.reservations as live
        where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
      )
    ) as part
    cross join lateral (
      select coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
        coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
        coalesce(sum(listed.quantity) filter (where listed.condition = 'missing'), 0)::integer as missing,
        min(movement.day) filter (where movement.kind = 'hand_over') as first_day
      from public.order_movement_lines as listed
        join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      where listed.order_item_id = line.id and listed.item_id = part.item_id
    ) as moved
  where made.id = any (order_ids)
$$;

/*
 * The pieces of an order's lines: handed over in all, out now, and back or missing. A kit counts as a whole, as often
 * as any of its parts was moved. Free-text lines are left out.
 */
create or replace function private.pieces_out(order_id uuid)
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

/*
 * Refuses to cancel an order, or to set it back to confirmed, while pieces are recorded as out: PT409, details
 * {"reason": "pieces_out"}. An order that was set in progress by hand is not confirmed again once pieces of it were
 * taken back, as a hand-over would count them twice: {"reason": "pieces_back"}.
 */
create function private.refuse_pieces_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_counted constant boolean := exists (
    select from public.order_movements as movement
    where movement.order_id = new.id and movement.kind = 'hand_over' and movement.undone_at is null);
begin
  if is_counted and old.status = 'in_progress'
    and exists (select from private.order_pieces(array[new.id]) as piece where piece.out_now > 0) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s are out. Take them back, or undo the hand-over, first.', old.order_number),
      detail = '{"reason": "pieces_out"}';
  elsif not is_counted and new.status = 'confirmed' and exists (
    select from public.order_movements as movement where movement.order_id = new.id and movement.undone_at is null
  ) then
    raise exception using errcode = 'PT409',
      message = format('Pieces of %s were taken back. Undo that first.', old.order_number),
      detail = '{"reason": "pieces_back"}';
  end if;
  return new;
end
$$;

create trigger orders_pieces_out before update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('cancelled', 'confirmed'))
  execute function private.refuse_pieces_out();

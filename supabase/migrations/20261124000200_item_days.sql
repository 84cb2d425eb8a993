-- Item-days follow reservations: triggers add up what each statement changed, and refuse promises that
-- would go beyond the room of a day.

/* What a statement changed about a reservation; a negative quantity is its state before. */
create type private.stock_change as (
  id uuid, item_id uuid, kind text, status text, quantity integer, blocked daterange
);

/*
 * Deletes some item-days of the past, and releases some expired holds, of any item.
 * why: it skips what is locked, so that it never waits and cannot deadlock; there is no scheduler.
 * why the day before yesterday: a writer may have begun before midnight.
 */
create function private.sweep_stock() returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  first_day constant date := private.today() - 1;
begin
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
end
$$;

/*
 * Adds up changes of reservations in item-days. Promises (rentals that are not back, holds) beyond the
 * room of a day are refused: PT409 not_free, with the details
 * {"reason": "not_free", "lines": [{type, id, wanted, free, days}]}; `wanted` and `free` are of the
 * item's worst day. Facts are never refused: what they leave over is `short`.
 * why plan_cache_mode: planning for each array of changes costs more than running.
 */
create function private.change_item_days(changes private.stock_change[]) returns void
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
    group by change.item_id, change.kind, change.blocked
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
        where change.kind in ('rental', 'hold') and change.quantity < 0
      ), 0)::integer as had,
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
      -- Where promises grow, what is short may not.
      case when delta.wanted > delta.had and not is_fact then coalesce(stored.short, 0) end as short_limit
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

/* Keeps item-days in step with a statement's reservations. */
create function private.follow_reservations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_item_days(array(
      select row(made.id, made.item_id, made.kind, made.status, made.quantity, made.blocked)::private.stock_change
      from new_rows as made where made.status <> 'released'
    ));
  elsif tg_op = 'DELETE' then
    perform private.change_item_days(array(
      select row(gone.id, gone.item_id, gone.kind, gone.status, -gone.quantity, gone.blocked)::private.stock_change
      from old_rows as gone where gone.status <> 'released'
    ));
  elsif tg_op = 'UPDATE' then
    perform private.change_item_days(array(
      select row(was.id, was.item_id, was.kind, was.status, -was.quantity, was.blocked)::private.stock_change
      from old_rows as was where was.status <> 'released'
      union all
      select row(became.id, became.item_id, became.kind, became.status, became.quantity, became.blocked)::private.stock_change
      from new_rows as became where became.status <> 'released'
    ));
  else
    delete from private.item_days;
  end if;
  return null;
end
$$;

/*
 * Counts the item-days of these items anew from their reservations, as facts, and returns how many
 * differed. The caller has locked the items.
 * why plan_cache_mode: one plan for any number of items reads all item-days, also for one item.
 */
create function private.recount_item_days(item_ids uuid[]) returns integer
language plpgsql
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  first_day constant date := private.today();
  differing integer;
begin
  with counted as materialized (
    select live.item_id, greatest(lower(live.blocked), first_day) + ahead.days as day,
      coalesce(sum(live.quantity) filter (where live.kind = 'rental'), 0)::integer as booked,
      coalesce(sum(live.quantity) filter (where live.kind = 'hold'), 0)::integer as held,
      coalesce(sum(case live.kind when 'sub_rental' then live.quantity else -live.quantity end)
        filter (where live.kind in ('out_of_service', 'sub_rental')), 0)::integer as added
    from unnest(item_ids) as wanted (id)
      join public.reservations as live on live.item_id = wanted.id and live.status <> 'released'
        and upper(live.blocked) > first_day
      cross join lateral generate_series(0, upper(live.blocked) - 1 - greatest(lower(live.blocked), first_day))
        as ahead (days)
    group by 1, 2
  ), became as materialized (
    select counted.item_id, counted.day, size.room, counted.booked, counted.held,
      greatest(0, counted.booked + counted.held - size.room) as short
    from counted
      join public.items as item on item.id = counted.item_id
        and (item.quantity > 0 or item.removed_at is not null)
      cross join lateral (select greatest(0, item.quantity + counted.added) as room) as size
    where counted.booked > 0 or counted.held > 0 or size.room <> item.quantity
  ), gone as (
    delete from private.item_days as stored
    using unnest(item_ids) as wanted (id)
    where stored.item_id = wanted.id and stored.day >= first_day and not exists (
      select from became where became.item_id = stored.item_id and became.day = stored.day
    )
    returning 1
  ), written as (
    insert into private.item_days as stored
    select * from became
    on conflict (item_id, day) do update set room = excluded.room, booked = excluded.booked,
      held = excluded.held, short = excluded.short
    where (stored.room, stored.booked, stored.held, stored.short)
      <> (excluded.room, excluded.booked, excluded.held, excluded.short)
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into differing;
  return differing;
end
$$;

/* An item's quantity changed, or it was deleted, or is back: a fact. */
create function private.follow_quantity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why first: a bulk change of thousands of items has to do nothing for most.
  if exists (
    select from public.reservations as live where live.item_id = new.id and live.status <> 'released'
  ) then
    perform private.recount_item_days(array[new.id]);
  end if;
  return null;
end
$$;

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
        select items.kind, items.quantity from public.items
        where items.id = delta.item_id and (items.quantity > 0 or items.removed_at is not null) offset 0
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

-- Reservations follow orders: whoever writes an order or its lines, they are reserved as its status says.

/*
 * The reservations that the lines of orders should have; a line without one of these has none. Confirmed
 * orders are booked, orders in progress are out, on the line's own dates. Returned and completed ones
 * keep what they had until they were back: until their end, or the day of the change when they were out
 * late or back early; nothing when they had not begun. A line that is reserved keeps the parts that it
 * was reserved with; a new one takes the kit's parts of now.
 */
create view private.wanted_reservations with (security_invoker = true) as
select line.order_id, line.id as order_item_id, part.item_id, part.quantity,
  case made.status when 'confirmed' then 'booked' when 'in_progress' then 'out' else 'returned' end as status,
  wanted.rented,
  case when wanted.rented = part.rented then part.blocked
    when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
    else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)) end as blocked
from public.orders as made
  join public.order_items as line on line.order_id = made.id
  left join public.reservations as own on own.order_item_id = line.id and own.item_id = line.item_id
    and own.kind = 'rental' and (own.status = 'released') is false
  cross join lateral (
    select live.item_id, live.quantity / own.quantity * line.quantity as quantity, live.status, live.rented, live.blocked
    from public.reservations as live
    -- why "is false": an index of live reservations by item would seem as good while the table is small.
    where live.order_item_id = own.order_item_id and live.kind = 'rental' and (live.status = 'released') is false
    union all
    select line.item_id, line.quantity, null, null, null where own.id is null
    union all
    select parts.part_id, parts.quantity * line.quantity, null, null, null
    from private.kit_parts as parts
    where parts.kit_id = line.item_id and own.id is null
  ) as part
  join public.items as item on item.id = part.item_id
  join private.catalogue_kinds as listed on listed.kind = item.kind
  -- why offset 0, here and below: the expressions are evaluated once and not wherever they are used.
  cross join (select private.today() as day offset 0) as today
  cross join lateral (
    select case
      when made.status in ('confirmed', 'in_progress') then line.rental_to
      when part.status = 'returned' then upper(part.rented) - 1
      when part.status = 'out' then today.day
      when part.status = 'booked' then least(line.rental_to, today.day)
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
    end as last_day offset 0
  ) as ended
  cross join lateral (
    select daterange(line.rental_from, ended.last_day, '[]') as rented
    where ended.last_day >= line.rental_from offset 0
  ) as wanted
where made.status in ('confirmed', 'in_progress', 'returned', 'completed')
  and isfinite(line.rental_from) and isfinite(line.rental_to);

/*
 * Writes the reservations that these orders should have. Raises PT409 not_free, with all lines that are
 * short, when something is not free.
 * why plan_cache_mode: as in submit_enquiry, planning for each array costs more than running. The setting
 * also applies to the triggers that this fires.
 */
create function private.write_reservations(order_ids uuid[]) returns void
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
    where line.order_id = any (order_ids) and line.rental_from is not null
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
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, created_by)
  select wanted.item_id, wanted.quantity, 'rental', case when is_changed then 'released' else wanted.status end,
    wanted.rented, wanted.blocked, wanted.order_item_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  from private.wanted_reservations as wanted
  where wanted.order_id = any (order_ids) and not (is_changed and exists (
    select from public.reservations as stored
    where stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id and stored.kind = 'rental'
  ));
  if is_changed then
    update public.reservations as stored
    set status = became.status, quantity = became.quantity, rented = became.rented, blocked = became.blocked
    from (
      select listed.*, bool_or(listed.differs) over (partition by listed.item_id) as is_touched
      from (
        select present.id, present.item_id, coalesce(wanted.status, 'released') as status,
          coalesce(wanted.quantity, present.quantity) as quantity,
          coalesce(wanted.rented, present.rented) as rented, coalesce(wanted.blocked, present.blocked) as blocked,
          (present.status, present.quantity, present.rented, present.blocked) is distinct from
            (coalesce(wanted.status, 'released'), coalesce(wanted.quantity, present.quantity),
              coalesce(wanted.rented, present.rented), coalesce(wanted.blocked, present.blocked)) as differs
        from public.order_items as line
          join public.reservations as present on present.order_item_id = line.id and present.kind = 'rental'
          left join private.wanted_reservations as wanted on wanted.order_id = line.order_id
            and wanted.order_item_id = line.id and wanted.item_id = present.item_id
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
 * Locks orders until the transaction ends, so that no status changes meanwhile. Raises PT409 with the
 * details {"reason": "busy"} after waiting for half a second.
 * why so short: whoever changes a line has locked it already, and who deletes its order waits for the
 * line. This gives up before PostgreSQL looks for deadlocks, after a second.
 */
create function private.lock_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set lock_timeout = '500ms'
as $$
begin
  perform from public.orders as made where made.id = any (order_ids) order by made.id for no key update;
exception when lock_not_available or deadlock_detected then
  raise exception 'This order is busy. Please try again.'
    using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
end
$$;

/*
 * Makes the reservations of these orders what they should be. Raises PT409 not_free, with all lines that
 * are short, when something is not free.
 */
create function private.reserve_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- why: a status that changes meanwhile would decide by lines that are out of date.
  perform private.lock_orders(order_ids);
  perform private.write_reservations(order_ids);
end
$$;

/* Reserves orders whose status changed. */
create function private.follow_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids constant uuid[] := array(
    select became.id from new_rows as became join old_rows as was on was.id = became.id
    where was.status <> became.status
  );
begin
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

/* Reserves the orders of lines that were added or changed. Reservations of deleted lines go with them. */
create function private.follow_order_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    order_ids := array(select distinct made.order_id from new_rows as made where made.rental_from is not null);
  else
    order_ids := array(
      select unnest(array[was.order_id, became.order_id])
      from new_rows as became join old_rows as was on was.id = became.id
      where (was.order_id, was.item_id, was.quantity, was.rental_from, was.rental_to)
        is distinct from (became.order_id, became.item_id, became.quantity, became.rental_from, became.rental_to)
    );
  end if;
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;

/*
 * Locks the order of a line that is about to be deleted.
 * why: writers lock the order first, then items, then reservations, which are deleted with the line.
 */
create function private.lock_order_of_line() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_orders(array[old.order_id]);
  return old;
end
$$;

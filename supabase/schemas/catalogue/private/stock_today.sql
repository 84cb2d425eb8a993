/*
 * Of each item: the pieces free today, null where they are not counted, for an item with components as
 * often as each of them allows; and the first day from tomorrow on with a rental or hold, or null.
 * Expired holds count no longer.
 */
create function private.stock_today(ids uuid[])
returns table (item_id uuid, free_today integer, next_reserved date)
language sql stable
set search_path = ''
as $$
  with moment as (select private.today() as today)
  select wanted.id,
    (
      select min(greatest(0, coalesce(days.room - days.booked - days.held + (
          select coalesce(sum(hold.quantity), 0) from public.reservations as hold
          where hold.item_id = part.id and hold.status = 'held' and hold.expires_at <= clock_timestamp()
            and hold.blocked @> today
        ), part.quantity)) / parts.quantity)::integer
      from private.item_parts as parts
        join public.items as part on part.id = parts.part_id
        left join private.item_days as days on days.item_id = part.id and days.day = today
      where parts.item_id = wanted.id and (part.quantity > 0 or part.removed_at is not null)
    ),
    (
      select min(greatest(lower(reserved.rented), today + 1)) from public.reservations as reserved
      where reserved.item_id = wanted.id and reserved.status <> 'released'
        -- why both: the index is on the days with turnaround.
        and upper(reserved.blocked) > today + 1 and upper(reserved.rented) > today + 1
        and (reserved.status in ('booked', 'out') and reserved.kind = 'rental'
          or reserved.status = 'held' and reserved.expires_at > clock_timestamp())
    )
  from unnest(ids) as wanted (id), moment
$$;

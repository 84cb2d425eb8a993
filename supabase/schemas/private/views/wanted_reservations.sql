-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The reservations that the lines of orders should have; a line without one of these has none. Confirmed
 * orders are booked, orders in progress are out, on the line's own dates. Returned and completed ones
 * keep what they had until they were back: until their end, or the day of the change when they were out
 * late or back early; nothing when they had not begun. A line that is reserved keeps the parts that it
 * was reserved with; a new one takes the kit's parts of now.
 */
create view private.wanted_reservations with (security_invoker = true) as
select line.order_id,
  line.id as order_item_id,
  part.item_id,
  part.quantity,
        case made.status
            when 'confirmed' then 'booked'
            when 'in_progress' then 'out'
            else 'returned'
        end as status,
  wanted.rented,
        case
            when wanted.rented = part.rented then part.blocked
            when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
            else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)::integer)
        end as blocked
from public.orders made
  join public.order_items line on line.order_id = made.id
  left join public.reservations own on own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental' and (own.status = 'released') is false
  cross join lateral (select live.item_id,
            live.quantity / own.quantity * line.quantity as quantity,
            live.status,
            live.rented,
            live.blocked
           from public.reservations live
          where live.order_item_id = own.order_item_id and live.kind = 'rental' and (live.status = 'released') is false
        union all
         select line.item_id,
            line.quantity,
            null::text,
            null::daterange,
            null::daterange
          where own.id is null
        union all
         select parts.part_id,
            parts.quantity * line.quantity,
            null::text,
            null::daterange,
            null::daterange
           from private.kit_parts parts
          where parts.kit_id = line.item_id and own.id is null) part
  join public.items item on item.id = part.item_id
  join private.catalogue_kinds listed on listed.kind = item.kind
  cross join (select private.today() as day
         offset 0) today
  cross join lateral (select
                case
                    when made.status = any (array['confirmed', 'in_progress']) then line.rental_to
                    when part.status = 'returned' then upper(part.rented) - 1
                    when part.status = 'out' then today.day
                    when part.status = 'booked' then least(line.rental_to, today.day)
                    else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
                end as last_day
         offset 0) ended
  cross join lateral (select daterange(line.rental_from, ended.last_day, '[]') as rented
          where ended.last_day >= line.rental_from
         offset 0) wanted
where (made.status = any (array['confirmed', 'in_progress', 'returned', 'completed'])) and isfinite(line.rental_from) and isfinite(line.rental_to);

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
            else private.blocked_range(wanted.rented, private.turnaround_of(part.item_id))
        end as blocked
from public.order_items line
  join public.orders made on made.id = line.order_id
  left join public.reservations own on own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental' and own.status <> 'released'
  cross join lateral (select live.item_id,
            live.quantity / own.quantity * line.quantity as quantity,
            live.status,
            live.rented,
            live.blocked
           from public.reservations live
          where live.order_item_id = own.order_item_id and live.kind = 'rental' and live.status <> 'released'
        union all
         select parts.part_id,
            parts.quantity * line.quantity,
            null::text,
            null::daterange,
            null::daterange
           from private.item_parts parts
          where parts.item_id = line.item_id and own.id is null) part
  cross join lateral (select
                case
                    when made.status = any (array['confirmed', 'in_progress']) then line.rental_to
                    when part.status = 'returned' then upper(part.rented) - 1
                    when part.status = 'out' then private.today()
                    when part.status = 'booked' then least(line.rental_to, private.today())
                    else least(line.rental_to, private.today(), (made.updated_at at time zone 'Asia/Kolkata')::date)
                end as last_day) ended
  cross join lateral (select
                case
                    when ended.last_day >= line.rental_from then daterange(line.rental_from, ended.last_day, '[]')
                    else null::daterange
                end as rented) wanted
where (made.status = any (array['confirmed', 'in_progress', 'returned', 'completed'])) and isfinite(line.rental_from) and isfinite(line.rental_to) and wanted.rented is not null;

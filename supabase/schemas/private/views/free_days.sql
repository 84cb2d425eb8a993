-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Pieces free of each item and day with reservations; below zero where facts left promises without
-- pieces. On days without a row all pieces of an item are free.
create view private.free_days with (security_invoker = true) as
select item_id,
  day,
  room - booked - held +
        case
            when held > 0 then (select coalesce(sum(hold.quantity), 0::bigint)::integer as "coalesce"
               from public.reservations hold
              where hold.item_id = taken.item_id and hold.status = 'held' and hold.expires_at <= private.this_moment() and hold.blocked @> taken.day)
            else 0
        end as free
from private.item_days taken;

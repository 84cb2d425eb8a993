-- Pieces free of each item and day with reservations; below zero where facts left promises without
-- pieces. On days without a row all pieces of an item are free.
create view private.free_days with (security_invoker = true) as
  select taken.item_id, taken.day, taken.room - taken.booked - taken.held + expired.pieces as free
  from private.item_days as taken
    -- why: a hold ends without an event. item_days counts it until a writer releases it.
    cross join lateral (
      select case when taken.held > 0 then (
        select coalesce(sum(hold.quantity), 0)::integer as pieces from public.reservations as hold
        where hold.item_id = taken.item_id and hold.status = 'held' and hold.expires_at <= private.this_moment()
          and hold.blocked @> taken.day
      ) else 0 end as pieces
    ) as expired;

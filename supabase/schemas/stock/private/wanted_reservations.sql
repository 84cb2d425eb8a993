/*
 * The reservations that the lines of orders should have; a line without one of these has none. Confirmed
 * orders are booked, orders in progress are out, on the line's own dates. Once a hand-over was recorded, an item of
 * an order in progress is out as far as its pieces are, else booked. Pieces that were taken back have a row for
 * each return, until its day. Returned and completed orders keep what they had until they were back: until their
 * end, or the day of the change when they were out late or back early; nothing when they had not begun. A line that
 * is reserved keeps the parts that it was reserved with; a new one takes the kit's parts of now. Pieces that went out
 * are reserved from the first day or their hand-over on, whichever is earlier, in a row of their own while others of the
 * line have not gone out: its movement is the first hand-over. So only what is out is ever late.
 */
create view private.wanted_reservations with (security_invoker = true) as
select line.order_id, line.id as order_item_id, part.item_id, piece.quantity, piece.status, wanted.rented,
  case when wanted.rented = piece.rented and (piece.rolled_on is null or piece.status = 'out') then piece.blocked
    when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
    else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)) end as blocked,
  piece.movement_id, piece.handed_over, line.rental_from as line_from, line.rental_to as line_to
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
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day,
      (array_agg(movement.id order by movement.day, movement.created_at, movement.id)
        filter (where movement.kind = 'hand_over'))[1] as first_id
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
    select case when counted.is_counted and made.status = 'in_progress' then
      greatest(0, least(moved.handed_over, part.quantity) - moved.returned) end as pieces offset 0
  ) as outside
  cross join lateral (
    select case when outside.pieces < part.quantity - moved.returned
      then outside.pieces else 0 end as pieces offset 0
  ) as gone
  cross join lateral (
    select null::uuid as movement_id, null::date as day, part.quantity - moved.returned - gone.pieces as quantity,
      case made.status when 'confirmed' then 'booked'
        when 'in_progress' then case when outside.pieces <= gone.pieces then 'booked' else 'out' end
        else 'returned' end as status,
      outside.pieces - gone.pieces as handed_over,
      main.status as former, main.rented, main.blocked, main.rolled_on
    union all
    select moved.first_id, null, gone.pieces, 'out', gone.pieces, kept.status, kept.rented, kept.blocked,
      kept.rolled_on
    from (select where gone.pieces > 0) as apart
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = moved.first_id and (kept.status = 'released') is false
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
      when piece.day is not null then piece.day
      when made.status in ('confirmed', 'in_progress') then line.rental_to
      when piece.former = 'returned' then upper(piece.rented) - 1
      when piece.former = 'out' then today.day
      when piece.former = 'booked' then least(line.rental_to, today.day)
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
    end as last_day,
    -- why the day of a movement: pieces may move before the line's first day, and all must stay in a row, because
    -- the rows of a line say how many parts a kit had when it was reserved.
    least(line.rental_from, case when piece.status <> 'booked' then moved.first_day end,
      case when piece.day is not null then piece.day
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

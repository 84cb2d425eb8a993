-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The pieces of orders by line and item, with the parts of kits: in all, handed over so far, out now, back (without
 * missing ones) and missing; first_day: of the first hand-over. Where no hand-over was recorded, the order's status
 * speaks for all pieces: in progress they are out, returned or completed they are back.
 */
create function private.order_pieces(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  item_id uuid,
  quantity integer,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer,
  first_day date
)
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

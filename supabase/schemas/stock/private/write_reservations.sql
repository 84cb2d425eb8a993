/*
 * Writes the reservations that these orders should have, and extends what is overdue of them. Raises PT409 not_free,
 * with all lines that are short, when something is not free.
 * why plan_cache_mode: as in submit_enquiry, planning for each array costs more than running. The setting
 * also applies to the triggers that this fires.
 */
create function private.write_reservations(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
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
    where line.order_id = any (order_ids) and line.rental_from is not null and line.item_id is not null
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
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, created_by,
    movement_id, handed_over, order_id, line_from, line_to)
  select wanted.item_id, wanted.quantity, 'rental', case when is_changed then 'released' else wanted.status end,
    wanted.rented, wanted.blocked, wanted.order_item_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()),
    wanted.movement_id, wanted.handed_over, wanted.order_id, wanted.line_from, wanted.line_to
  from private.wanted_reservations as wanted
  where wanted.order_id = any (order_ids) and not (is_changed and exists (
    select from public.reservations as stored
    where stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id and stored.kind = 'rental'
      and stored.movement_id is not distinct from wanted.movement_id
  ));
  if is_changed then
    update public.reservations as stored
    set status = became.status, quantity = became.quantity, rented = became.rented, blocked = became.blocked,
      handed_over = became.handed_over, order_id = became.order_id, line_from = became.line_from,
      line_to = became.line_to,
      rolled_on = case when became.status = 'out' and became.rented = stored.rented then stored.rolled_on end
    from (
      select listed.*, bool_or(listed.differs) over (partition by listed.item_id) as is_touched
      from (
        select present.id, present.item_id, coalesce(wanted.status, 'released') as status,
          coalesce(wanted.quantity, present.quantity) as quantity,
          coalesce(wanted.rented, present.rented) as rented, coalesce(wanted.blocked, present.blocked) as blocked,
          wanted.handed_over, line.order_id, line.rental_from as line_from, line.rental_to as line_to,
          (present.status, present.quantity, present.rented, present.blocked, present.handed_over, present.order_id,
              present.line_from, present.line_to) is distinct from
            (coalesce(wanted.status, 'released'), coalesce(wanted.quantity, present.quantity),
              coalesce(wanted.rented, present.rented), coalesce(wanted.blocked, present.blocked),
              wanted.handed_over, line.order_id, line.rental_from, line.rental_to) as differs
        from public.order_items as line
          join public.reservations as present on present.order_item_id = line.id and present.kind = 'rental'
          left join private.wanted_reservations as wanted on wanted.order_id = line.order_id
            and wanted.order_item_id = line.id and wanted.item_id = present.item_id
            and wanted.movement_id is not distinct from present.movement_id
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
  -- An order of the past, or a rental that ends earlier now, is late at once.
  if exists (select from public.orders as made where made.id = any (order_ids) and made.status = 'in_progress') then
    perform private.roll_overdue(involved);
  end if;
end
$$;

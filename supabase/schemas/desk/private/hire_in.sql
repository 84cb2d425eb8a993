/*
 * Hires in the pieces that lines of orders say: rows of order_items in an array, each with "hired": [{"quantity", "item":
 * only this part of a kit, "reason"}]. Lines without dates hire nothing.
 */
create function private.hire_in(lines jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, order_item_id, reason, created_by)
  select part.part_id, hire.quantity * part.quantity, 'sub_rental', 'booked', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), (line ->> 'id')::uuid, nullif(hire.reason, ''),
    auth.uid()
  from jsonb_array_elements(lines) as line
    cross join jsonb_to_recordset(line -> 'hired') as hire (item uuid, quantity integer, reason text)
    join private.item_parts as part on part.item_id = (line ->> 'item_id')::uuid
      and part.part_id = coalesce(hire.item, part.part_id)
    cross join lateral (
      select daterange((line ->> 'rental_from')::date, (line ->> 'rental_to')::date, '[]') as rented
    ) as days
  where line ->> 'rental_from' is not null and line ->> 'rental_to' is not null
$$;

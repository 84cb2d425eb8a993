/* Holds the given lines of an enquiry that have dates, until a time. Raises PT409 not_free with the short lines. */
create function private.write_holds(lines uuid[], until timestamptz) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at, created_by)
  select part.part_id, line.quantity * part.quantity, 'hold', 'held', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), line.id, write_holds.until, auth.uid()
  from public.enquiry_items as line
    join private.item_parts as part on part.item_id = line.item_id
    cross join lateral (select daterange(line.rental_from, line.rental_to, '[]') as rented) as days
  where line.id = any (write_holds.lines) and line.rental_from is not null and line.rental_to is not null
$$;

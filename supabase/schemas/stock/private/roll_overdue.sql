/*
 * Extends what overdue pieces block: a row that is out past its last day blocks today and its turnaround. A fact:
 * where others need the pieces it makes conflicts. Returns how many rows it extended.
 * item_ids: all rows of these items, which the caller has locked; null: at most 500 of any item. except_rows: left
 * as they are.
 * why it skips what is locked: it runs beside bookings, and must neither wait nor deadlock.
 */
create function private.roll_overdue(
  item_ids uuid[] default null,
  except_rows uuid[] default '{}'::uuid[]
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  late uuid[];
  rolled integer := 0;
begin
  if item_ids is not null then
    late := array(
      select overdue.id from public.reservations as overdue
      where overdue.kind = 'rental' and overdue.status = 'out' and overdue.item_id = any (item_ids)
        and greatest(overdue.rolled_on, upper(overdue.rented) - 1) < today and overdue.id <> all (except_rows));
  else
    with due as materialized (
      select overdue.id, overdue.item_id from public.reservations as overdue
      where overdue.kind = 'rental' and overdue.status = 'out'
        and greatest(overdue.rolled_on, upper(overdue.rented) - 1) < today and overdue.id <> all (except_rows)
      order by greatest(overdue.rolled_on, upper(overdue.rented) - 1) limit 500
    ), locked as materialized (
      select item.id from public.items as item
      where item.id in (select due.item_id from due) order by item.id for no key update skip locked
    )
    select array_agg(due.id) into late from due join locked on locked.id = due.item_id;
  end if;
  if coalesce(cardinality(late), 0) = 0 then
    return 0;
  end if;
  perform set_config('studio.facts', 'on', true);
  update public.reservations as overdue
  set rolled_on = today,
    blocked = private.blocked_range(daterange(lower(overdue.rented), today, '[]'), private.turnaround_of(overdue.item_id))
  where overdue.id in (
    select free.id from public.reservations as free
    where free.id = any (late) and free.status = 'out' and greatest(free.rolled_on, upper(free.rented) - 1) < today
    for update skip locked
  );
  get diagnostics rolled = row_count;
  perform set_config('studio.facts', facts, true);
  return rolled;
end
$$;

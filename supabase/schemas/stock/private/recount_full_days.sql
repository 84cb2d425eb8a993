/*
 * Compares the full days with the days and entries that they follow, for the owner: after data was
 * written with triggers disabled. Returns how many rows were wrong. Blocks writers.
 */
create function private.recount_full_days() returns integer
language plpgsql
set search_path = ''
as $$
declare
  removed integer;
  added integer;
begin
  lock table private.search_entries, private.item_days in share row exclusive mode;
  delete from private.full_days as listed where not exists (
    select from private.item_days as taken
      join private.search_entries as entry on entry.kind = listed.kind and entry.item_id = taken.item_id
      join public.items as item on item.id = taken.item_id
    where taken.item_id = listed.item_id and taken.day = listed.day and taken.booked + taken.held >= taken.room
      and entry.counted = listed.counted and entry.place = listed.place
      and item.turnaround_days is not distinct from listed.turnaround);
  get diagnostics removed = row_count;
  insert into private.full_days (item_id, day, kind, counted, place, turnaround)
  select entry.item_id, taken.day, entry.kind, entry.counted, entry.place, item.turnaround_days
  from private.item_days as taken join public.items as item on item.id = taken.item_id
    join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
  where taken.booked + taken.held >= taken.room
  on conflict on constraint full_days_pkey do nothing;
  get diagnostics added = row_count;
  return greatest(removed, added);
end
$$;

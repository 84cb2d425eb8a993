/* Follows entries that a statement added, removed or moved to another count or position. */
create function private.follow_search_entries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    moved := array(select item_id from new_entries);
  elsif tg_op = 'DELETE' then
    moved := array(select item_id from old_entries);
  else
    moved := array(
      select written.item_id from new_entries as written
        join old_entries as earlier on earlier.kind = written.kind and earlier.item_id = written.item_id
      where (written.counted, written.place) <> (earlier.counted, earlier.place));
  end if;
  -- why: a booking that reads the old position while this statement moves it would leave it behind.
  perform from public.items as item where item.id = any (moved) order by item.id for no key update;
  delete from private.full_days as listed where listed.item_id = any (moved);
  if tg_op <> 'DELETE' then
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, taken.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_entries as entry join public.items as item on item.id = entry.item_id
      join private.item_days as taken on taken.item_id = entry.item_id
    where entry.item_id = any (moved) and taken.booked + taken.held >= taken.room;
  end if;
  return null;
end
$$;

/*
 * Follows the days that a statement wrote.
 * why no lock: writers of item_days hold the lock on their items, and so does whoever moves an entry.
 */
create function private.follow_item_days() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, written.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_days as written join public.items as item on item.id = written.item_id
      join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
    where written.booked + written.held >= written.room
    on conflict on constraint full_days_pkey do nothing;
  elsif tg_op = 'UPDATE' then
    delete from private.full_days as listed using old_days as earlier, new_days as written
    where written.item_id = earlier.item_id and written.day = earlier.day
      and earlier.booked + earlier.held >= earlier.room and written.booked + written.held < written.room
      and listed.item_id = written.item_id and listed.day = written.day;
    insert into private.full_days (item_id, day, kind, counted, place, turnaround)
    select entry.item_id, written.day, entry.kind, entry.counted, entry.place, item.turnaround_days
    from new_days as written
      join old_days as earlier on earlier.item_id = written.item_id and earlier.day = written.day
      join public.items as item on item.id = written.item_id
      join private.search_entries as entry on entry.kind = item.kind and entry.item_id = item.id
    where written.booked + written.held >= written.room and earlier.booked + earlier.held < earlier.room
    on conflict on constraint full_days_pkey do nothing;
  elsif tg_op = 'DELETE' then
    delete from private.full_days as listed using old_days as earlier
    where earlier.booked + earlier.held >= earlier.room
      and listed.item_id = earlier.item_id and listed.day = earlier.day;
  else
    delete from private.full_days;
  end if;
  return null;
end
$$;

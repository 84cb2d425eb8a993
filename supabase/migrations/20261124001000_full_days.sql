-- The days on which an item has no piece free, in the coordinates of the visitors' index (count and
-- position, as private.search_entries has them). A search with dates subtracts them from the counts, so
-- that it costs what is booked on these days and not what the catalogue has.

-- One row for each active, counted item and each of its days in private.item_days without a free piece.
-- Expired holds count until a writer releases them, as in private.item_days. Kits are judged by their
-- own days only: readers add those with a short part.
create table private.full_days (
  item_id uuid not null,
  day date not null,
  kind text collate "C" not null,
  counted integer not null,
  place integer not null,
  -- The item's own turnaround; null: its kind's.
  turnaround smallint,
  constraint full_days_pkey primary key (item_id, day)
);

create index full_days_day_idx on private.full_days (kind, day) include (counted, place, turnaround);
create index full_days_turnaround_idx on private.full_days (kind, day) include (counted, place, turnaround)
  where turnaround is not null;

alter table private.full_days enable row level security;

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

create trigger item_days_full_insert after insert on private.item_days
  referencing new table as new_days for each statement execute function private.follow_item_days();
create trigger item_days_full_update after update on private.item_days
  referencing old table as old_days new table as new_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_delete after delete on private.item_days
  referencing old table as old_days for each statement execute function private.follow_item_days();
create trigger item_days_full_truncate after truncate on private.item_days
  for each statement execute function private.follow_item_days();

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

create trigger search_entries_full_insert after insert on private.search_entries
  referencing new table as new_entries for each statement execute function private.follow_search_entries();
create trigger search_entries_full_update after update on private.search_entries
  referencing old table as old_entries new table as new_entries
  for each statement execute function private.follow_search_entries();
create trigger search_entries_full_delete after delete on private.search_entries
  referencing old table as old_entries for each statement execute function private.follow_search_entries();

/* Follows an item's own turnaround. */
create function private.follow_turnaround() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.full_days as listed set turnaround = new.turnaround_days where listed.item_id = new.id;
  return null;
end
$$;

create trigger items_turnaround after update of turnaround_days on public.items
  for each row when (old.turnaround_days is distinct from new.turnaround_days)
  execute function private.follow_turnaround();

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

select private.recount_full_days();

-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- One row for each item and day, from today on, that reservations change. Only counted items.
create table private.item_days (
  item_id uuid not null,
  day date not null,
  -- Pieces that can be promised: the item's quantity, less out of service, plus sub-rentals.
  room integer not null,
  booked integer not null,
  -- Holds that expired count until a writer releases them.
  held integer not null,
  -- Pieces promised that facts took away.
  short integer not null,
  constraint item_days_pkey primary key (item_id, day),
  constraint item_days_not_over check ((booked + held) <= (room + short)),
  constraint item_days_range check (room >= 0 and booked >= 0 and held >= 0 and short >= 0)
);

create index item_days_day_idx on private.item_days (day, item_id);
create index item_days_short_idx on private.item_days (day, item_id) where short > 0;

alter table private.item_days enable row level security;

create trigger item_days_full_delete after delete on private.item_days
  referencing old table as old_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_insert after insert on private.item_days
  referencing new table as new_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_truncate after truncate on private.item_days
  for each statement execute function private.follow_item_days();
create trigger item_days_full_update after update on private.item_days
  referencing old table as old_days new table as new_days
  for each statement execute function private.follow_item_days();

-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create index full_days_day_idx on private.full_days (kind, day)
  include (counted, place, turnaround);
create index full_days_turnaround_idx on private.full_days (kind, day)
  include (counted, place, turnaround)
  where turnaround is not null;

alter table private.full_days enable row level security;

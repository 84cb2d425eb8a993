-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- One row per active item. why: the columns that every search reads come first, at a fixed offset.
create table private.search_entries (
  item_id uuid not null,
  -- Row of private.catalogue_counts that the item is counted in.
  counted integer not null,
  kind text not null,
  -- The item's search_text.
  text text collate "C" not null,
  -- The position of the entry's bit in the marks of its count.
  place integer not null,
  -- Marks besides the words: one that every entry has, and one for each lookup that the counts do not
  -- tell apart (the colour of clothes and backdrops). They begin with U+0001, which no word contains.
  keys text[] collate "C" not null default '{}'::text[],
  constraint search_entries_pkey primary key (kind, item_id)
);

create index search_entries_counted_idx on private.search_entries (counted, place);
-- Items by their whole name. why 80: a search has no more letters.
create index search_entries_name_idx
  on private.search_entries ("left"(split_part(text, e'\n', 1), 80));
-- why: a search scans the whole pending list of the index, so it is kept short.
create index search_entries_text_idx
  on private.search_entries using gin (text extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256');

alter table private.search_entries enable row level security;

create trigger search_entries_full_delete after delete on private.search_entries
  referencing old table as old_entries
  for each statement execute function private.follow_search_entries();
create trigger search_entries_full_insert after insert on private.search_entries
  referencing new table as new_entries
  for each statement execute function private.follow_search_entries();
create trigger search_entries_full_update after update on private.search_entries
  referencing old table as old_entries new table as new_entries
  for each statement execute function private.follow_search_entries();

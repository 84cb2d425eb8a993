-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Bit n of `items` in chunk m: the entry at position 64 m + n of this count contains the word. Never 0.
create table private.search_marks (
  word text collate "C" not null,
  counted integer not null,
  chunk integer not null,
  items bigint not null,
  constraint search_marks_pkey primary key (word, counted, chunk)
);

alter table private.search_marks enable row level security;

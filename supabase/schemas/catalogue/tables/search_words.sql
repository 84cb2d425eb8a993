-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Every word of the entries. A search term without a space is in an entry exactly when it is in one of its words.
create table private.search_words (
  word text collate "C" not null,
  constraint search_words_pkey primary key (word)
);

-- why: codes are words too, each of one item. Looking for similar words skips them.
create index search_words_plain_idx on private.search_words (word)
  where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_plain_trigrams_idx
  on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256')
  where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_trigrams_idx
  on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256');

alter table private.search_words enable row level security;

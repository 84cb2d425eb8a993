-- The index behind the visitors' search: for each active item a short row (search_entries), how many
-- items share the same lookup values (catalogue_counts), and for each word a bitmap of the items that
-- contain it (search_words, search_marks). Totals and facets come from these tables; of the items
-- themselves only one page is read. Triggers on the six tables keep them up to date.

-- How many active items there are of each kind and each combination of lookup values.
create table private.catalogue_counts (
  kind text not null,
  -- The item's lookup ids as texts, in the order of private.counted_lookups; null where it has none.
  lookup_ids text[] collate "C" not null,
  items integer not null,
  -- why: entries refer to their counts by it. Short, so that a page of memory holds many entries.
  id integer not null generated always as identity,
  -- Positions given to entries so far. why: a position is never reused, so no free one has to be found.
  places integer not null default 0,
  constraint catalogue_counts_pkey primary key (kind, lookup_ids),
  constraint catalogue_counts_id_key unique (id),
  constraint catalogue_counts_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

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
  keys text[] collate "C" not null default '{}',
  constraint search_entries_pkey primary key (kind, item_id)
);

create index search_entries_counted_idx on private.search_entries (counted, place);
-- why: a search scans the whole pending list of the index, so it is kept short.
create index search_entries_text_idx on private.search_entries using gin (text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Every word of the entries. A search term without a space is in an entry exactly when it is in one of its words.
create table private.search_words (
  word text collate "C" not null,
  constraint search_words_pkey primary key (word)
);

create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- why: codes are words too, each of one item. Looking for similar words skips them.
create index search_words_plain_idx on private.search_words (word) where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_plain_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word !~ '^[a-z]{3}-[0-9]+$';

-- Bit n of `items` in chunk m: the entry at position 64 m + n of this count contains the word. Never 0.
create table private.search_marks (
  word text collate "C" not null,
  counted integer not null,
  chunk integer not null,
  items bigint not null,
  constraint search_marks_pkey primary key (word, counted, chunk)
);

alter table private.catalogue_counts enable row level security;
alter table private.search_entries enable row level security;
alter table private.search_words enable row level security;
alter table private.search_marks enable row level security;

/*
 * The lookups that the counts tell apart: a kind's filters in their order, then what else is searched.
 * `place` is the position of the lookup's id in private.catalogue_counts.lookup_ids.
 */
create view private.counted_lookups with (security_invoker = true) as
  select kind, key, item_column,
    row_number() over (partition by kind order by facet nulls last, key)::integer as place
  from private.catalogue_lookups
  where facet is not null or is_searched;

/*
 * 'array[item.category_id::text, item.color_id::text]': the lookup ids that an item is counted by, as text.
 */
create function private.lookup_ids_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array[%s]', string_agg(format('item.%I::text', item_column), ', ' order by place))
  from private.counted_lookups as lookup
  where lookup.kind = lookup_ids_of.kind
$$;

/* 'array_remove(array[…, … || item.color_id::text], null)': the keys of an item's entry. */
create function private.keys_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array_remove(array[%s], null)', concat_ws(', ', quote_literal(E'\u0001'), string_agg(
    format('%L || item.%I::text', E'\u0001', item_column), ', ' order by key)))
  from private.catalogue_lookups as lookup
  where lookup.kind = keys_of.kind and not exists (
    select from private.counted_lookups as counted where counted.kind = lookup.kind and counted.key = lookup.key
  )
$$;

/*
 * The words of an entry. A word longer than an index key may be is split into pieces that overlap by
 * 200 letters: a search term, at most 80 letters, is in one of them.
 */
create function private.words_of(text text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  words constant text[] := string_to_array(translate(text, E'\n', ' '), ' ');
begin
  if char_length(text) <= 400 then
    return words;
  end if;
  return array(
    select substr(word, start, 400)
    from unnest(words) as word, generate_series(1, greatest(char_length(word) - 200, 1), 200) as start);
end
$$;

/*
 * A statement that flips the marks of the entries that `moved`, a writing statement, returns as
 * (counted, place, text, keys): new entries' marks are set, removed entries' are cleared. The caller
 * holds the locks on the counts of these entries.
 * why: in key order, so that marks that are read together are on one page together.
 */
create function private.mark_statement(moved text) returns text
language sql immutable
set search_path = ''
as $$
  select format(
    'with moved as (%s), changed as (
       select word, counted, place / 64 as chunk, bit_or(1::bigint << place %% 64) as items
       from moved cross join lateral unnest(private.words_of(moved.text) || moved.keys) as word
       where word <> ''''
       group by 1, 2, 3 order by 1, 2, 3
     ), words as (
       insert into private.search_words (word)
         select distinct word from changed where left(word, 1) <> U&''\0001'' order by word
       on conflict (word) do nothing
     )
     merge into private.search_marks as mark using changed
       on mark.word = changed.word and mark.counted = changed.counted and mark.chunk = changed.chunk
     when matched and mark.items = changed.items then delete
     when matched then update set items = mark.items # changed.items
     when not matched then insert (word, counted, chunk, items)
       values (changed.word, changed.counted, changed.chunk, changed.items)',
    moved)
$$;

/*
 * Updates counts, entries and marks with the items that a statement changed. Trigger argument: the kind.
 * why: at the end of the statement and in key order, so that two statements that change the same
 * counts wait for each other without a deadlock. Only the holder of an item's lock writes its entry,
 * and only the holder of a count's lock writes its marks.
 */
create function private.count_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  nothing constant text := 'select null::uuid, null::text[], null::text, null::text[] where false';
  read_items constant text := format('select item.id, %s as lookup_ids, item.search_text as text, %s as keys',
    private.lookup_ids_of(tg_argv[0]), private.keys_of(tg_argv[0]));
  earlier constant text := case when tg_op = 'INSERT' then nothing
    else read_items || ' from old_items as item where item.active' end;
  later constant text := case when tg_op = 'DELETE' then nothing
    else read_items || ' from new_items as item where item.active' end;
  gone constant text := format('(%s except %s) as gone (id, lookup_ids, text, keys)', earlier, later);
  come constant text := format('(%s except %s) as come (id, lookup_ids, text, keys)', later, earlier);
  touched integer;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.search_entries as entry where entry.kind = tg_argv[0];
    delete from private.search_marks as mark using private.catalogue_counts as counted
      where counted.kind = tg_argv[0] and counted.id = mark.counted;
    delete from private.catalogue_counts as counted where counted.kind = tg_argv[0];
    return null;
  end if;
  execute format(
    'insert into private.catalogue_counts as counted (kind, lookup_ids, items, places)
     select $1, lookup_ids, sum(n), count(*) filter (where n = 1)
     from (
       select lookup_ids, 1 from %s union all select lookup_ids, -1 from %s
     ) as changed (lookup_ids, n)
     group by lookup_ids order by lookup_ids collate "C"
     on conflict (kind, lookup_ids) do update set
       items = counted.items + excluded.items, places = counted.places + excluded.places',
    come, gone) using tg_argv[0];
  get diagnostics touched = row_count;
  if touched = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    execute private.mark_statement(format(
      'delete from private.search_entries as entry
       where entry.kind = $1 and entry.item_id in (select id from %s)
       returning counted, place, text, keys',
      gone)) using tg_argv[0];
  end if;
  if tg_op <> 'DELETE' then
    execute private.mark_statement(format(
      'insert into private.search_entries as entry (kind, item_id, counted, place, text, keys)
       select $1, come.id, counted.id, counted.places - row_number() over (partition by counted.id), come.text,
         come.keys
       from %s join private.catalogue_counts as counted
         on counted.kind = $1 and counted.lookup_ids = come.lookup_ids collate "C"
       on conflict (kind, item_id) do update set
         counted = excluded.counted, place = excluded.place, text = excluded.text, keys = excluded.keys
       returning counted, place, text, keys',
      come)) using tg_argv[0];
  end if;
  return null;
end
$$;

/*
 * Rebuilds counts, entries, words and marks, for the owner: after data was loaded with triggers
 * disabled, or the filters changed. Blocks writers.
 */
create function private.recount_catalogue() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
begin
  for listed in select kind, item_table from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    delete from private.search_entries as entry where entry.kind = listed.kind;
    delete from private.search_marks as mark using private.catalogue_counts as counted
      where counted.kind = listed.kind and counted.id = mark.counted;
    update private.catalogue_counts as counted set items = 0 where counted.kind = listed.kind;
    execute format(
      'insert into private.catalogue_counts as counted (kind, lookup_ids, items, places)
       select $1, %s as lookup_ids, count(*), count(*) from %s as item where item.active group by lookup_ids
       on conflict (kind, lookup_ids) do update set items = excluded.items, places = excluded.places',
      private.lookup_ids_of(listed.kind), listed.item_table)
      using listed.kind;
    delete from private.catalogue_counts as counted where counted.kind = listed.kind and items = 0;
    execute private.mark_statement(format(
      'insert into private.search_entries (kind, item_id, counted, place, text, keys)
       select $1, item.id, counted.id, counted.places - row_number() over (partition by counted.id),
         item.search_text, %s
       from %s as item
         join private.catalogue_counts as counted
           on counted.kind = $1 and counted.lookup_ids = %s collate "C"
       where item.active
       returning counted, place, text, keys',
      private.keys_of(listed.kind), listed.item_table, private.lookup_ids_of(listed.kind)))
      using listed.kind;
  end loop;
  -- why: last, when all writers are blocked. A writer that needs a deleted word waits for this transaction.
  delete from private.search_words as held
    where not exists (select from private.search_marks as mark where mark.word = held.word);
end
$$;

do $$
declare
  counted record;
begin
  for counted in
    select kind, relname as name from private.catalogue_kinds join pg_class on pg_class.oid = item_table
  loop
    execute format('create trigger %1$I after insert on public.%2$I
      referencing new table as new_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_insert', counted.name, counted.kind);
    execute format('create trigger %1$I after update on public.%2$I
      referencing old table as old_items new table as new_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_update', counted.name, counted.kind);
    execute format('create trigger %1$I after delete on public.%2$I
      referencing old table as old_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_delete', counted.name, counted.kind);
    execute format('create trigger %1$I after truncate on public.%2$I
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_truncate', counted.name, counted.kind);
  end loop;
end
$$;

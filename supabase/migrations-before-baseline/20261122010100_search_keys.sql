-- What a search by words needs among the marks besides an entry's words: a mark that every entry has,
-- and one for each lookup that the counts do not tell apart (the colour of clothes and backdrops).

-- Keys begin with U+0001, which no word that is searched for holds.
alter table private.search_entries add column keys text[] collate "C" not null default '{}';
drop index private.search_entries_counted_idx;
create index search_entries_counted_idx on private.search_entries (counted, place);

-- why: codes are words as well, one to each item. What looks for similar words leaves them out.
create index search_words_plain_idx on private.search_words (word) where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_plain_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word !~ '^[a-z]{3}-[0-9]+$';

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
 * A statement that flips the marks of the entries that `moved`, a writing statement, returns as
 * (counted, place, text, keys): those that come are set, those that go are taken away. Its caller
 * holds the counts of these entries.
 * why: in the order of the key, for marks that are read together to be on a page together.
 */
create or replace function private.mark_statement(moved text) returns text
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
 * Trigger argument: the kind. Brings counts, entries and marks up to what a statement made of the items.
 * why: at the end of the statement and in the order of the key, so that two statements that change
 * the same counts wait for each other and never in a circle. An entry is written by nobody but who
 * holds its item, and a mark by nobody but who holds its count.
 */
create or replace function private.count_items() returns trigger
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
 * Makes counts, entries, words and marks again, for the owner: after data came in with the triggers
 * off, or the filters changed. Writers wait.
 */
create or replace function private.recount_catalogue() returns void
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
  -- why: last, when all writers wait. A writer that meets a deleted word waits for who deleted it.
  delete from private.search_words as held
    where not exists (select from private.search_marks as mark where mark.word = held.word);
end
$$;

select private.recount_catalogue();

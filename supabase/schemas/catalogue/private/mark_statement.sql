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

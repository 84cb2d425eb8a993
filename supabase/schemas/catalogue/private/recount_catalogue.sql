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

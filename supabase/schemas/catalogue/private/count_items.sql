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

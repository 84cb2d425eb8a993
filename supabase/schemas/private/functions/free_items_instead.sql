-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Like private.items_instead, but of the free items: direct matches first, then by name. */
create function private.free_items_instead(q text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(private.found_chunks(q, null)) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'))
$$;

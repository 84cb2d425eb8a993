-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Like private.items_instead, but of the free items: direct matches first, then by name. */
create function private.free_items_instead(q text, free_days private.rental_days default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, null);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(chunks) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'));
end
$$;

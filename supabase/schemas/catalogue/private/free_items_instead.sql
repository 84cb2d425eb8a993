/* Like private.items_instead, but of the free items: the best matches first, then by name. */
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
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by rank, name, id)
    from (
      select item.type, item.id, item.name, (
        select min(at) from generate_subscripts(part.ranks, 1) as at where part.ranks[at] >> entry.place % 64 & 1 = 1) as rank
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(chunks) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where part.ranks[cardinality(part.ranks)] >> entry.place % 64 & 1 = 1
      order by rank, name, id limit 24
    ) as found), '[]'));
end
$$;

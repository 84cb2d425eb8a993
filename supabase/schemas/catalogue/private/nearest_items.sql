/* At most `size` of the nearest items of a search that found nothing. */
create function private.nearest_items(chunks private.search_chunk[], size integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(private.read_chunks(
    array(select (kind, counted, chunk, near)::private.item_chunk from unnest(chunks) where near <> 0),
    'newest', null, null, size))
$$;

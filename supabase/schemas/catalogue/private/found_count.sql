/* Number of items that a search has found. */
create function private.found_count(chunks private.search_chunk[]) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(sum(bit_count(ranks[cardinality(ranks)]::bit(64))), 0) from unnest(chunks)
$$;

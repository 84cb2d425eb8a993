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

/*
 * 'array[item.category_id::text, item.color_id::text]': the lookup ids that an item is counted by, as text.
 */
create function private.lookup_ids_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array[%s]', string_agg(format('item.%I::text', item_column), ', ' order by place))
  from private.counted_lookups as lookup
  where lookup.kind = lookup_ids_of.kind
$$;

/* The name of each item's category, by the item's id. Items without one are left out. */
create function private.category_names(item_ids uuid[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  listed record;
  names jsonb;
  all_names jsonb := '{}';
begin
  for listed in
    select kind.item_table, lookup.lookup_table, lookup.item_column, lookup.badge_column
    from private.catalogue_kinds as kind
      join private.catalogue_lookups as lookup on lookup.kind = kind.kind and lookup.key = kind.category_key
    where kind.kind in (select item.kind from public.items as item where item.id = any (item_ids))
  loop
    execute format(
      'select jsonb_object_agg(item.id, lookup.%I) from %s as item join %s as lookup on lookup.id = item.%I
       where item.id = any ($1)',
      listed.badge_column, listed.item_table, listed.lookup_table, listed.item_column)
    into names using item_ids;
    all_names := all_names || coalesce(names, '{}');
  end loop;
  return all_names;
end
$$;

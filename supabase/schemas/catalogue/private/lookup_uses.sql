/* The item columns that refer to a lookup. Raises PT400 if there is no such lookup. */
create function private.lookup_uses(list text)
returns table (kind text, plural text, item_table regclass, item_column name, label_column name)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
    select listed.kind, listed.plural, listed.item_table, lookup.item_column, lookup.badge_column
    from private.catalogue_lookups as lookup
    join private.catalogue_kinds as listed on listed.kind = lookup.kind
    join pg_class as named on named.oid = lookup.lookup_table
    where named.relname = lookup_uses.list and named.relnamespace = 'public'::regnamespace
    order by listed.position;
  if not found then
    raise exception 'There is no list "%".', left(list, 40) using errcode = 'PT400';
  end if;
end
$$;

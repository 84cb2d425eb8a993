/*
 * The column of a value that a bulk change can set: active, in_studio, price, or a lookup by its key.
 * Raises PT400 for anything else.
 */
create function private.changed_column(kind text, key text, out item_column name, out type text)
returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if key in ('active', 'in_studio', 'price') then
    item_column := key;
    type := case key when 'price' then 'numeric' else 'boolean' end;
    return;
  end if;
  select lookup.item_column, lookup.column_type::text into item_column, type
  from private.catalogue_lookups as lookup
  where lookup.kind = changed_column.kind and lookup.key = changed_column.key;
  if not found then
    raise exception 'There is no "%" to change at once here.', left(key, 40) using errcode = 'PT400';
  end if;
end
$$;

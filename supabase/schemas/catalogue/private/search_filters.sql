/*
 * Validates the filters of a call and adds the selected category to them: {"colour": ["red", "gold"]}.
 * Filters with nothing selected are dropped. Raises PT400 for unknown filters and wrong shapes.
 */
create function private.search_filters(kind text, category text, filters jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sidebar constant text := (select facet.key from private.search_facets(kind) as facet where facet.is_sidebar);
  entry record;
  chosen jsonb := '{}';
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object of lists.' using errcode = 'PT400';
  end if;
  for entry in select * from jsonb_each(filters) loop
    if not exists (select from private.search_facets(kind) as facet where facet.key = entry.key) then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    end if;
    if jsonb_typeof(entry.value) <> 'array'
      or jsonb_path_exists(entry.value, 'strict $.size() ? (@ > 100)')
      or jsonb_path_exists(entry.value, 'strict $[*] ? (@.type() != "string")') then
      raise exception 'The filter "%" must be a list of at most 100 texts.', entry.key
        using errcode = 'PT400';
    end if;
    if entry.value <> '[]' then
      chosen := chosen || jsonb_build_object(entry.key, entry.value);
    end if;
  end loop;
  if category is not null then
    if chosen ? sidebar then
      raise exception 'Choose by category or by the filter "%", not both.', sidebar
        using errcode = 'PT400';
    end if;
    chosen := chosen || jsonb_build_object(sidebar, jsonb_build_array(category));
  end if;
  return chosen;
end
$$;

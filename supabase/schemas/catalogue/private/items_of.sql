/* The items of rows [{"kind", "id"}], in the same order, in the shape of search_catalogue's items. */
create function private.items_of(rows jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  items jsonb;
begin
  if rows = '[]' then
    return rows;
  end if;
  execute (
    select format(
      'with page as (
         select each ->> ''kind'' as kind, (each ->> ''id'')::uuid as id, place
         from jsonb_array_elements($1) with ordinality as listed (each, place)
       ), items as (%s)
       select coalesce(jsonb_agg(item order by place), ''[]'') from items',
      string_agg(private.item_statement(listed.kind), ' union all '))
    from private.catalogue_kinds as listed
    where listed.kind in (select each ->> 'kind' from jsonb_array_elements(rows) as each)
  ) into items using rows;
  return items;
end
$$;

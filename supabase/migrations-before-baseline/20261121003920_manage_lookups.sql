-- The lists that items choose from, kept by whoever keeps the inventory.

-- why: who adds the items also meets the brand that is not listed yet. The options of gender stay an
-- admin's: their values are part of the storefront's addresses.
do $$
declare
  listed text;
begin
  foreach listed in array array['prop_brands', 'colors', 'prop_categories', 'cloth_brands', 'cloth_categories',
    'clothes_size_manager', 'backdrop_size_manager', 'backdrop_materials', 'gear_brands', 'gear_category_manager',
    'crew_categories']
  loop
    execute format('drop policy %I on public.%I', listed || ': admin insert', listed);
    execute format('drop policy %I on public.%I', listed || ': admin update', listed);
    execute format('drop policy %I on public.%I', listed || ': admin delete', listed);
    execute format('create policy %I on public.%I for insert to authenticated
      with check ((select private.is_staff(''admin'', ''crm_user'', ''inventory_user'')))',
      listed || ': staff insert', listed);
    execute format('create policy %I on public.%I for update to authenticated
      using ((select private.is_staff(''admin'', ''crm_user'', ''inventory_user'')))
      with check ((select private.is_staff(''admin'', ''crm_user'', ''inventory_user'')))',
      listed || ': staff update', listed);
    execute format('create policy %I on public.%I for delete to authenticated
      using ((select private.is_staff(''admin'', ''crm_user'', ''inventory_user'')))',
      listed || ': staff delete', listed);
  end loop;
end
$$;

/* The items' columns that refer to a lookup. Raises PT400 when there is none of that name. */
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

/*
 * All values of a lookup by its table's name, in the order of their names, and how many items of all
 * kinds use each: [{"id", "label", "hex": swatch or null, "used"}]. Raises PT400 for another table,
 * 42501 for who is no staff.
 */
create function public.lookup_values(list text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  counted text;
  label text;
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select string_agg(format('(select count(*) from %s as item where item.%I = value.id)', item_table, item_column), ' + '),
    min(label_column::text)
    into counted, label
  from private.lookup_uses(list);
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''label'', %2$I,
      ''hex'', to_jsonb(value) -> ''hex'', ''used'', %3$s) order by %2$I, id), ''[]'') from public.%1$I as value',
    list, label, counted)
    into told;
  return told;
end
$$;

/*
 * Removes a value of a lookup that no item uses; answers whether it was there. Raises PT409 when
 * items use it, with detail {"uses": [{"kind", "plural", "count", "names": the first three}]},
 * PT400 for another table, 42501 for who is no staff.
 */
create function public.remove_lookup_value(list text, id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  used record;
  items bigint;
  names jsonb;
  uses jsonb := '[]';
  removed integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if list = 'gender_options' then
    perform private.require_staff('admin');
  end if;
  for used in select * from private.lookup_uses(list) loop
    execute format(
      'select (select count(*) from %1$s where %2$I = $1), (
         select coalesce(jsonb_agg(name order by name), ''[]'')
         from (select name from %1$s where %2$I = $1 order by name, id limit 3) as first)',
      used.item_table, used.item_column)
      into items, names using remove_lookup_value.id;
    if items > 0 then
      uses := uses || jsonb_build_object('kind', used.kind, 'plural', used.plural, 'count', items, 'names', names);
    end if;
  end loop;
  if uses <> '[]' then
    raise exception 'It is in use and cannot be removed.'
      using errcode = 'PT409', detail = jsonb_build_object('uses', uses)::text;
  end if;
  -- why: an item that took it up since is seen by its foreign key.
  execute format('delete from public.%I as value where value.id = $1', list) using remove_lookup_value.id;
  get diagnostics removed = row_count;
  return removed > 0;
end
$$;

grant execute on function public.lookup_values(text) to authenticated;
grant execute on function public.remove_lookup_value(text, uuid) to authenticated;

-- The values of a lookup, with how many items use each, for the inventory managers.

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

/*
 * All values of a lookup, by its table's name, sorted by name (sizes: in their own order), with the number
 * of items that use each: [{"id", "label", "hex": swatch or null, "used"}]. Raises PT400 for another
 * table, 42501 for anyone but staff.
 */
create function public.lookup_values(list text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  counted text;
  label text;
  ordered text;
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select string_agg(format('(select count(*) from %s as item where item.%I = value.id)', item_table, item_column), ' + '),
    min(label_column::text)
    into counted, label
  from private.lookup_uses(list);
  select coalesce(min(order_column::text), label) into ordered
  from private.catalogue_lookups where lookup_table = to_regclass(format('public.%I', list));
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''label'', %2$I,
      ''hex'', to_jsonb(value) -> ''hex'', ''used'', %3$s) order by %4$I, %2$I, id), ''[]'') from public.%1$I as value',
    list, label, counted, ordered)
    into told;
  return told;
end
$$;

/*
 * Deletes a lookup value that no item uses; returns whether it existed. Raises PT409 if items use it, with
 * detail {"uses": [{"kind", "plural", "count", "names": the first three}]}, PT400 for another table,
 * 42501 for anyone but staff (gender_options: anyone but an admin).
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
  -- why: the foreign key catches an item that has started to use the value in between.
  execute format('delete from public.%I as value where value.id = $1', list) using remove_lookup_value.id;
  get diagnostics removed = row_count;
  return removed > 0;
end
$$;

grant execute on function public.lookup_values(text) to authenticated;
grant execute on function public.remove_lookup_value(text, uuid) to authenticated;

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

grant execute on function public.remove_lookup_value(text,uuid) to authenticated;

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

grant execute on function public.lookup_values(text) to authenticated;

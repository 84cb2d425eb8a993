-- Lists tell the swatch of their values, where they have one.

/*
 * All values of a lookup by its table's name, in the order of their names, and how many items of all
 * kinds use each: [{"id", "label", "hex": swatch or null, "used"}]. Raises PT400 for another table,
 * 42501 for who is no staff.
 */
create or replace function public.lookup_values(list text) returns jsonb
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

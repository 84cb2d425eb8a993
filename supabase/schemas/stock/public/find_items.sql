/*
 * Items of every kind that the managers' search finds by q, active or not, for example to choose the
 * components of a kit: [{"type", "id", "code", "name", "quantity", "price", "active"}], at most 12, names that begin
 * with q first. Of each kind, 200 matches are compared. [] without q. Raises 42501 for anyone but staff.
 */
create function public.find_items(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(find_items.q, ''));
  listed record;
  found_ids uuid[] := '{}';
  ids uuid[];
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if pattern = '%%' then
    return '[]';
  end if;
  for listed in select kind, item_table, staff_text from private.catalogue_kinds order by position loop
    execute format('select array(select item.id from %s as item where %s limit 200)', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text, '{}', pattern)) into ids using pattern;
    found_ids := found_ids || ids;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name,
      'quantity', quantity, 'price', price, 'active', active) order by place), '[]')
    from (
      select kind, id, code, name, quantity, price, active, row_number() over (
        order by private.compared(name) not like substr(pattern, 2), private.compared(code) not like substr(pattern, 2), name, id) as place
      from public.items as item where item.id = any (found_ids)
    ) as found where place <= 12
  );
end
$$;

grant execute on function public.find_items(text) to authenticated;

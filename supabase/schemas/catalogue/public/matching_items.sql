/*
 * Ids of all items that match q and filters in a manager's list (see search_inventory), at most 5,000.
 * PT422 if there are more, 42501 for anyone but staff.
 */
create function public.matching_items(
  kind text,
  q text default '',
  filters jsonb default '{}'::jsonb
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := 5000;
  pattern constant text := private.search_pattern(coalesce(matching_items.q, ''));
  listed private.catalogue_kinds;
  ids jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(matching_items.kind);
  execute format('select coalesce(jsonb_agg(id), ''[]'') from (select item.id from %s as item where %s limit %s) as found',
    listed.item_table, private.inventory_conditions(listed.kind, listed.staff_text,
      coalesce(matching_items.filters, '{}'), pattern), most + 1)
    into ids using pattern;
  if jsonb_array_length(ids) > most then
    raise exception 'More than 5,000 items match. Narrow the list first.' using errcode = 'PT422';
  end if;
  return ids;
end
$$;

grant execute on function public.matching_items(text,text,jsonb) to authenticated;

/* The components of an item in their order: [{"type", "id", "name", "code", "quantity", "of"}]. */
create function private.components_of(kit_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'quantity', component.quantity, 'of', nullif(item.quantity, 0))
    order by component.position, item.id), '[]')
  from public.item_components as component join public.items as item on item.id = component.component_id
  where component.kit_id = components_of.kit_id
$$;

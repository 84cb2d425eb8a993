/* The components of an item in their order, as the log names them: ["PRP-00001 · Wing chair ×2"]. */
create function private.component_texts(kit uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(item.code || ' · ' || item.name || ' ×' || listed.quantity order by listed.position, item.code), '[]')
  from public.item_components as listed join public.items as item on item.id = listed.component_id
  where listed.kit_id = kit
$$;

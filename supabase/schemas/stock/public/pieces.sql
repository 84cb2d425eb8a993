/*
 * An item's numbered pieces, retired ones too: {"quantity", "code", "place", "archived", "pieces": [{"id", "number",
 * "code", "note", "retired", "created_at"}]}. Raises PT404 for an unknown item, 42501 for anyone but staff.
 */
create function public.pieces(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  item := private.present_item(type, id);
  return jsonb_build_object('quantity', item.quantity, 'code', item.code, 'place', item.place,
    'archived', item.archived_at is not null, 'pieces', private.pieces_value(item.id));
end
$$;

grant execute on function public.pieces(text,uuid) to authenticated;

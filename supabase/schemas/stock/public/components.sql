/*
 * The components of an item in their order: [{"type", "id", "name", "code", "quantity": pieces in one kit, "of":
 * pieces the studio has, null when not counted}]. Raises PT404 for an unknown item, 42501 for anyone but staff.
 */
create function public.components(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  perform private.present_item(type, id);
  return private.components_of(id);
end
$$;

grant execute on function public.components(text,uuid) to authenticated;

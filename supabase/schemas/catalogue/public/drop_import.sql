/* Deletes an import of the caller that was not applied, if there is one. 42501 for anyone but staff. */
create function public.drop_import(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  delete from private.imports
  where imports.id = drop_import.id and imports.owner = auth.uid() and imports.created is null;
end
$$;

grant execute on function public.drop_import(uuid) to authenticated;

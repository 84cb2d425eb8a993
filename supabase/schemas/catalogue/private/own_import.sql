/* An import of the caller, with its row locked. Raises PT404 if there is none. */
create function private.own_import(id uuid) returns private.imports
language plpgsql
set search_path = ''
as $$
declare
  mine private.imports;
begin
  select * into mine from private.imports
  where imports.id = own_import.id and imports.owner = auth.uid() for update;
  if not found then
    raise exception 'There is no such import. Choose the file again.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;

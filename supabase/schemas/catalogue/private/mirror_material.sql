/* Copies material_id to the older column. */
create function private.mirror_material() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.material := new.material_id;
  return new;
end
$$;

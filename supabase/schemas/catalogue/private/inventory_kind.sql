/* The catalogue_kinds row of a kind. Raises PT400 if there is none. */
create function private.inventory_kind(kind text) returns private.catalogue_kinds
language plpgsql stable
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
begin
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = inventory_kind.kind;
  if not found then
    raise exception 'There is no kind "%".', left(inventory_kind.kind, 40) using errcode = 'PT400';
  end if;
  return listed;
end
$$;

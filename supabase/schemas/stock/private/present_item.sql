/* The item of this kind with this id. Raises PT404 if there is none, or if it was deleted. */
create function private.present_item(type text, id uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  found_item public.items;
begin
  select * into found_item from public.items as item
  where item.id = present_item.id and item.kind = present_item.type and item.removed_at is null;
  if not found then
    raise exception 'There is no such item.' using errcode = 'PT404';
  end if;
  return found_item;
end
$$;

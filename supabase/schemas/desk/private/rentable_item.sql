/* An item that a line can be for: neither deleted nor archived, active or not. A null row if there is none. */
create function private.rentable_item(type text, id text) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  found_item public.items;
begin
  select * into found_item from public.items as item
  where item.id = private.uuid_of(rentable_item.id) and item.kind = rentable_item.type
    and item.removed_at is null and item.archived_at is null;
  return found_item;
end
$$;

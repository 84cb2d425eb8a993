/* Pieces of an item that the studio has: of a kit, the whole ones that its counted parts make; null: not counted. */
create function private.pieces_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select min(item.quantity / inside.quantity)
  from private.item_parts as inside join public.items as item on item.id = inside.part_id
  where inside.item_id = pieces_of.item_id and (item.quantity > 0 or item.removed_at is not null)
$$;

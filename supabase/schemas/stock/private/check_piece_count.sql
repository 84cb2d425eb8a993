/*
 * Refuses `more` pieces in use beyond the item's quantity: PT422, details {"field"}. An item that is not counted
 * (quantity 0) may have any number of them. The caller has locked the item.
 */
create function private.check_piece_count(item public.items, more integer, field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  active integer;
begin
  select count(*) into active from public.item_pieces as piece
  where piece.item_id = item.id and piece.retired_at is null;
  if item.quantity > 0 and active + more > item.quantity then
    perform private.refuse(field, format('%s in stock, %s numbered already.', item.quantity, active));
  end if;
end
$$;

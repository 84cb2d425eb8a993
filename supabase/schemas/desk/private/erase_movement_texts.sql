/*
 * Erases what was typed and photographed at the hand-over and return of customers whose personal data was erased. The
 * pictures' rows are removed, and their bytes with them.
 */
create function private.erase_movement_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array(select made.id from public.orders as made where made.customer_id = new.id));
  update public.order_movement_lines as line set note = null, photos = '{}'
  from public.order_movements as movement join public.orders as made on made.id = movement.order_id
  where movement.id = line.movement_id and made.customer_id = new.id
    and (line.note is not null or line.photos <> '{}');
  update public.order_movements as movement set reason = null, undo_reason = null
  from public.orders as made
  where made.id = movement.order_id and made.customer_id = new.id
    and (movement.reason is not null or movement.undo_reason is not null);
  return null;
end
$$;

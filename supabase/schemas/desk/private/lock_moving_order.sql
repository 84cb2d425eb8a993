/*
 * Locks an order, and all items of its lines and reservations, until the transaction ends. Returns the order. Raises
 * PT404 for an unknown one, PT409 for one in another status, details {"reason": "status"}.
 */
create function private.lock_moving_order(id uuid, statuses text[]) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders as found where found.id = lock_moving_order.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif made.status <> all (statuses) then
    raise exception using errcode = 'PT409', detail = '{"reason": "status"}',
      message = format('%s is "%s". Change its status first.', made.order_number, (
        select status.label from public.crm_rental_order_statuses as status where status.value = made.status));
  end if;
  perform private.lock_stock(array(
    select line.item_id from public.order_items as line where line.order_id = made.id and line.item_id is not null
    union
    select reserved.item_id from public.order_items as line
      join public.reservations as reserved on reserved.order_item_id = line.id
    where line.order_id = made.id));
  return made;
end
$$;

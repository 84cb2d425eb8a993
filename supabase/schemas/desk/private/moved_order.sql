/*
 * The answer to a movement: the order's row without texts, and "movement": its id. A storekeeper reads no sums and no
 * customer: {"id", "order_number", "status", "rental_from", "rental_to", "movement"}.
 */
create function private.moved_order(made public.orders, movement_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('movement', movement_id) || case private.names_shown()
    when 'whole' then private.without_texts(to_jsonb(made))
    else jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end;
end
$$;

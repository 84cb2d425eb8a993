/* The ledger of an order, by its id. */
create function private.ledger_by_id(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.ledger_of(made) from public.orders as made where made.id = ledger_by_id.order_id
$$;

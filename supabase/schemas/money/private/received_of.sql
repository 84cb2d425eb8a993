/* Rupees that an order has received by its ledger, rent and deposit. */
create function private.received_of("order" uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce((
    select balance.received + balance.held from private.order_balances as balance
    where balance.order_id = received_of."order"), 0)
$$;

/* Rupees that an order still owes; negative when the studio owes the customer. Null for an unknown order. */
create function private.order_due("order" uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select sums.due from private.ledger_sums(order_due."order") as sums
$$;

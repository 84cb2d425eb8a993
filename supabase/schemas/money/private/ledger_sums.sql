/* The balance of an order from its documents and its ledger, in rupees. due: negative when the studio owes. */
create function private.ledger_sums(
  "order" uuid,
  out billed numeric,
  out basis text,
  out expected numeric,
  out received numeric,
  out refunded numeric,
  out tds numeric,
  out written_off numeric,
  out held numeric,
  out due numeric
) returns record
language sql stable
set search_path = ''
as $$
  select bill.billed, bill.basis, bill.expected, paid.received, paid.refunded, paid.tds, paid.written_off, paid.held,
    bill.billed - paid.received - paid.tds - paid.written_off
  from private.order_bills(array[ledger_sums."order"]) as bill
    join private.paid_sums(array[ledger_sums."order"]) as paid on paid.order_id = bill.order_id
$$;

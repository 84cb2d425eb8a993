/*
 * The balance of an order from its documents and its ledger, in rupees. value, billed, to_bill, to_credit, credits and
 * expected as private.order_bills has them. due: of all that the order costs, negative when the studio owes.
 */
create function private.ledger_sums(
  "order" uuid,
  out value numeric,
  out basis text,
  out billed numeric,
  out to_bill numeric,
  out to_credit numeric,
  out credits jsonb,
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
  select bill.value, bill.basis, bill.billed, bill.to_bill, bill.to_credit, bill.credits, bill.expected, paid.received,
    paid.refunded, paid.tds, paid.written_off, paid.held, bill.value - paid.received - paid.tds - paid.written_off
  from private.order_bills(array[ledger_sums."order"]) as bill
    join private.paid_sums(array[ledger_sums."order"]) as paid on paid.order_id = bill.order_id
$$;

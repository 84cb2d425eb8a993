/*
 * Sets the payment field of an order after an entry of its rent: refunded when all that was received was given back,
 * fully paid when nothing is due, advance received while part is paid, pending when nothing is.
 */
create function private.set_payment_status(order_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  money constant record := private.ledger_sums(set_payment_status.order_id);
  wanted constant text := case
    when money.refunded > 0 and money.received = 0 then 'refunded'
    when money.received = 0 and money.tds = 0 and money.written_off = 0 then 'pending'
    when money.due <= 0 then 'fully_paid'
    else 'advance_received' end;
begin
  update public.orders as made set payment_status = wanted
  where made.id = set_payment_status.order_id and made.payment_status <> wanted;
end
$$;

/*
 * Computes the balances of these orders anew. An order without documents and entries is listed while it is not finished
 * and its payment field says that money is missing: such orders were paid before the ledger existed, or are paid outside.
 * Where what was recorded is not enough any more, or is enough now, the payment field follows.
 * why plan_cache_mode: planning for each list of orders costs more than running.
 */
create function private.recount_balances(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  turned uuid;
begin
  -- why locked first: the figures below are read after every other change of them has ended.
  perform from private.order_balances as balance
  where balance.order_id = any (recount_balances.order_ids) order by balance.order_id for no key update;
  for turned in
    with former as materialized (
      select balance.order_id, balance.due from private.order_balances as balance
      where balance.order_id = any (recount_balances.order_ids)
    ), counted as (
      update private.order_balances as balance
      set value = bill.value, billed = bill.billed, basis = bill.basis, received = paid.received, held = paid.held,
        due = bill.value - paid.received - paid.tds - paid.written_off,
        due_on = coalesce(made.rental_from, made.rental_to, 'infinity'),
        is_listed = bill.basis in ('invoice', 'quote') or exists (
            select from public.payments as entry where entry.order_id = made.id)
          or made.status in ('confirmed', 'in_progress', 'returned') and made.payment_status not in ('fully_paid', 'refunded')
      from public.orders as made
        join private.order_bills(recount_balances.order_ids) as bill on bill.order_id = made.id
        join private.paid_sums(recount_balances.order_ids) as paid on paid.order_id = made.id
      where balance.order_id = made.id and made.id = any (recount_balances.order_ids)
      returning balance.order_id, balance.due, balance.received
    )
    select counted.order_id from counted join former using (order_id)
      join public.orders as made on made.id = counted.order_id and made.status <> 'cancelled'
    where counted.received > 0 and (counted.due <= 0) <> (former.due <= 0)
  loop
    perform private.set_payment_status(turned);
  end loop;
end
$$;

/*
 * Computes the balances of listed orders anew that are not invoiced in full, after a change of what their GST follows.
 * why only those listed: a studio has many finished ones, and each is computed anew when anything lists it.
 */
create function private.recount_estimates() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select balance.order_id from private.order_balances as balance
    where balance.is_listed and (balance.basis = 'estimate' or balance.basis = 'invoice' and balance.value <> balance.billed)));
end
$$;

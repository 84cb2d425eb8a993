-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Follows the GST rate, which decides the balance of orders without documents. why only those listed: a studio has many
 * finished ones, and each is computed anew when anything lists it.
 */
create function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select balance.order_id from private.order_balances as balance where balance.basis = 'estimate' and balance.is_listed));
  return null;
end
$$;

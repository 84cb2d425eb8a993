/* Follows billing profiles: the state of the customer decides which GST an order has. */
create function private.follow_profile_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select made.id from public.orders as made join private.order_balances as balance on balance.order_id = made.id
    where made.customer_id = private.remaining_customer(new.customer_id) and balance.is_listed and balance.basis <> 'none'));
  return null;
end
$$;

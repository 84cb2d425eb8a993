/* Entries of the ledger belong to the customer of their order. */
create function private.move_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set customer_id = new.customer_id
  where entry.order_id = new.id and entry.customer_id <> new.customer_id;
  return null;
end
$$;

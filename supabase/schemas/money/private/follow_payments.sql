/* Follows the ledger. */
create function private.follow_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(select distinct entry.order_id from new_rows as entry));
  return null;
end
$$;

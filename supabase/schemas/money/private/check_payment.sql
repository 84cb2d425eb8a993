/*
 * Refuses an entry that the order's money does not allow: PT422 with details {"field": "amount"}. Returns a warning for
 * one that is allowed but unusual, else null.
 */
create function private.check_payment(entry public.payments) returns text
language plpgsql
set search_path = ''
as $$
declare
  money constant record := private.ledger_sums(entry.order_id);
begin
  if entry.account = 'rental' and entry.kind = 'received' then
    if entry.amount > 10 * greatest(money.due, money.expected) then
      perform private.refuse('amount', case when money.expected > 0
        then format('This is more than ten times what the order costs (%s). Check the amount.', private.rupees(money.expected))
        else 'This order costs nothing. Issue an invoice for what was paid first.' end);
    elsif entry.amount > money.due then
      return format('%s more than is due was received.', private.rupees(entry.amount - greatest(money.due, 0)));
    end if;
  elsif entry.account = 'rental' and entry.kind = 'refunded' and entry.amount > money.received then
    perform private.refuse('amount', format('Only %s was received.', private.rupees(money.received)));
  elsif entry.kind in ('tds', 'written_off') and entry.amount > money.due then
    perform private.refuse('amount', format('Only %s is due.', private.rupees(greatest(money.due, 0))));
  elsif entry.account = 'deposit' and entry.kind in ('refunded', 'deposit_applied') and entry.amount > money.held then
    perform private.refuse('amount', format('The deposit is %s.', private.rupees(money.held)));
  elsif entry.kind = 'deposit_applied' and entry.amount > money.due then
    perform private.refuse('amount', format('Only %s is due. Return the rest of the deposit.',
      private.rupees(greatest(money.due, 0))));
  end if;
  return null;
end
$$;

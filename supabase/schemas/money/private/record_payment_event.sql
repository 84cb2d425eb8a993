/* Records a payment in the timeline of its order; a value like "rental received 25000.00". */
create function private.record_payment_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.payments;
begin
  if new.kind = 'reversal' then
    select * into former from public.payments as entry where entry.id = new.reverses;
    perform private.record_event(new.customer_id, 'order', new.order_id, 'payment_reversed',
      concat_ws(' ', former.account, former.kind, former.amount), null);
  else
    perform private.record_event(new.customer_id, 'order', new.order_id, 'payment_recorded', null,
      concat_ws(' ', new.account, new.kind, new.amount));
  end if;
  return null;
end
$$;

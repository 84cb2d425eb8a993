/*
 * Refuses any change of the ledger, for every caller: an entry is corrected by reversing it. Two things follow other
 * records: the customer of the order (merging), and the note, which erasing the customer removes.
 */
create function private.keep_payment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  expected public.payments := old;
begin
  if tg_op = 'UPDATE' then
    expected.customer_id := (select made.customer_id from public.orders as made where made.id = old.order_id);
    expected.note := case when exists (
      select from public.customers as customer where customer.id = expected.customer_id and customer.erased_at is null
    ) then old.note end;
    -- why: removing a profile empties it.
    expected.created_by := (select profile.id from public.user_profiles as profile where profile.id = old.created_by);
    if new is not distinct from expected then
      return new;
    end if;
  end if;
  raise exception 'An entry of the ledger never changes. Reverse it instead.' using errcode = 'PT409', detail = '{"reason": "ledger"}';
end
$$;

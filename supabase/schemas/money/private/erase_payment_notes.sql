/* Erases the notes on payments of customers whose personal data was erased. Amounts and references stay for the accounts. */
create function private.erase_payment_notes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set note = null where entry.customer_id = new.id and entry.note is not null;
  return null;
end
$$;

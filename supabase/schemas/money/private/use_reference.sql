/* Binds the reference of an entry. Raises PT422 with details {"field": "reference"} when another payment has it. */
create function private.use_reference(entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  other record;
begin
  if entry.reference = '' or entry.method is null then
    return;
  end if;
  -- why locked: two orders cannot bind the same reference at once, whichever account they name.
  perform pg_advisory_xact_lock(hashtextextended(entry.method || ' ' || lower(entry.reference), 20261127));
  select made.order_number, used.order_id into other
  from private.payment_references as used join public.orders as made on made.id = used.order_id
  where used.method = entry.method and used.reference = lower(entry.reference)
    and (used.account = entry.account or used.order_id <> entry.order_id)
  limit 1;
  if found then
    perform private.refuse('reference', case when other.order_id = entry.order_id
      then 'A payment of this order has this reference already.'
      else format('A payment of %s has this reference already.', other.order_number) end);
  end if;
  insert into private.payment_references (method, reference, account, payment_id, order_id)
  values (entry.method, lower(entry.reference), entry.account, entry.id, entry.order_id);
end
$$;

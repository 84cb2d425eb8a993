/*
 * Writes an entry of a locked order with all that follows from it: reference, voucher, payment field, and an
 * e-mail to the customer about money that was received in the last seven days. Returns {"payment",
 * "voucher": its id or null, "warning": a sentence or null}.
 */
create function private.write_payment(made public.orders, given public.payments, voucher boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  entry public.payments := given;
  warning text;
begin
  if coalesce(voucher, false) and not (entry.account = 'rental' and entry.kind in ('received', 'refunded')) then
    perform private.refuse('voucher', 'Vouchers are issued for money of the rent only.');
  end if;
  warning := private.check_payment(entry);
  entry.id := gen_random_uuid();
  entry.created_at := clock_timestamp();
  entry.document_id := case when voucher then gen_random_uuid() end;
  insert into public.payments select entry.*;
  perform private.use_reference(entry);
  if entry.account = 'rental' or entry.kind = 'deposit_applied' then
    perform private.set_payment_status(made.id);
  end if;
  -- why last: it takes the lock of its series, for which all other vouchers wait.
  if voucher then
    perform private.issue_voucher(made, entry);
  end if;
  -- why seven days: older entries are books that are being caught up on, which customers need not hear of.
  if entry.kind = 'received' and entry.day > private.today() - 7 then
    perform private.queue_messages('payment_received', made.customer_id, made.enquiry_order_id, made.id,
      entry.document_id, jsonb_build_object('payment', entry.id));
  end if;
  return jsonb_build_object('payment', entry.id, 'voucher', entry.document_id, 'warning', warning);
end
$$;

/*
 * Takes an entry back that should not be there: a mistake, or a cheque that bounced. Returns {"payment": the reversal,
 * "voucher": id or null, "warning": null, "ledger"}. A voucher of the entry is answered by the opposite one; a claim that
 * was matched with it is open again. reason: required, at most 500 characters.
 *
 * Raises PT404 for an unknown entry; PT422 with details {"field": "reason" | "key"}; PT409 with details {"reason":
 * "reversed"} for an entry that was reversed before or is a reversal, {"reason": "in_use"} when the money was given back
 * or applied since, {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.reverse_payment(
  payment uuid,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  given_reason constant text := coalesce(private.trimmed(reverse_payment.reason), '');
  made public.orders;
  former public.payments;
  reversal public.payments;
  money record;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if reverse_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif given_reason = '' then
    perform private.refuse('reason', 'Enter why this entry is reversed.');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'A reason has at most 500 characters.');
  end if;
  answer := private.claim_idempotency_key('reverse_payment', reverse_payment.key,
    jsonb_build_array(reverse_payment.payment, given_reason));
  select * into former from public.payments as entry where entry.id = reverse_payment.payment;
  if not found then
    raise exception 'There is no such payment.' using errcode = 'PT404';
  end if;
  made := private.lock_ledger(former.order_id);
  if answer is null then
    if former.kind = 'reversal' or exists (select from public.payments as entry where entry.reverses = former.id) then
      raise exception using errcode = 'PT409', detail = '{"reason": "reversed"}', message = case former.kind
        when 'reversal' then 'A reversal cannot be reversed. Record the payment again.'
        else 'This entry was reversed already.' end;
    end if;
    reversal := former;
    reversal.id := gen_random_uuid();
    reversal.customer_id := made.customer_id;
    reversal.kind := 'reversal';
    reversal.method := null;
    reversal.reference := '';
    reversal.day := private.today();
    reversal.reverses := former.id;
    reversal.document_id := case when former.document_id is not null then gen_random_uuid() end;
    reversal.note := given_reason;
    reversal.created_by := auth.uid();
    reversal.created_at := clock_timestamp();
    insert into public.payments select reversal.*;
    money := private.ledger_sums(made.id);
    if money.received < 0 or money.held < 0 then
      raise exception using errcode = 'PT409', detail = '{"reason": "in_use"}', message = case when money.held < 0
        then 'This deposit was returned or applied since. Reverse that first.'
        else 'This money was refunded since. Reverse the refund first.' end;
    end if;
    delete from private.payment_references as used where used.payment_id = former.id;
    update public.payment_claims as claim set state = 'open', payment_id = null where claim.payment_id = former.id;
    if former.account = 'rental' or former.kind = 'deposit_applied' then
      perform private.set_payment_status(made.id);
    end if;
    if reversal.document_id is not null then
      perform private.issue_voucher(made, reversal);
    end if;
    answer := jsonb_build_object('payment', reversal.id, 'voucher', reversal.document_id, 'warning', null);
    perform private.bind_idempotency_key('reverse_payment', reverse_payment.key, answer);
  end if;
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute on function public.reverse_payment(uuid,text,uuid) to authenticated;

/*
 * Records money of an order, and returns {"payment", "voucher": id or null, "warning": a sentence or null, "ledger"}.
 * A repeat with the same key records nothing and returns the first answer with the current ledger.
 *
 * account, kind: 'rental' with received, refunded, tds (deducted by the customer), written_off; 'deposit' with received,
 * refunded (returned), deposit_applied (to the rent). method and reference: of received and refunded money. day: today by
 * default. voucher: issues a receipt voucher for received, a refund voucher for refunded rent. expected: what the caller
 * saw as received, less refunds; if it is another amount now, PT409 with details {"reason": "changed"}.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 with details {"reason": "busy"}, and
 * {"reason": "incomplete"} where a voucher cannot be issued; 42501 for anyone but admin and crm_user.
 */
create function public.record_payment(
  "order" uuid,
  account text,
  kind text,
  amount numeric,
  method text default null,
  reference text default '',
  day date default null,
  note text default '',
  voucher boolean default false,
  key uuid default null,
  expected numeric default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  made public.orders;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if record_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('record_payment', record_payment.key, jsonb_build_array(
    record_payment."order", record_payment.account, record_payment.kind, record_payment.amount, record_payment.method,
    record_payment.reference, record_payment.day, record_payment.note, record_payment.voucher));
  made := private.lock_ledger(record_payment."order");
  if answer is null then
    if record_payment.expected <> (private.ledger_sums(made.id)).received then
      raise exception 'Somebody else recorded money of this order meanwhile. Look at it again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    answer := private.write_payment(made, private.read_payment(made, record_payment.account, record_payment.kind,
      record_payment.amount, record_payment.method, record_payment.reference, record_payment.day, record_payment.note),
      record_payment.voucher);
    perform private.bind_idempotency_key('record_payment', record_payment.key, answer);
  end if;
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute
  on function public.record_payment(uuid,text,text,numeric,text,text,date,text,boolean,uuid,numeric)
  to authenticated;

/*
 * Matches what a customer says they paid with the bank: with an entry of the ledger (payment), or by recording one,
 * amount and reference from the claim unless given. Returns what record_payment returns. The other arguments as there.
 *
 * Raises PT404 for an unknown claim or payment; PT422 with details {"field": …}; PT409 with details {"reason":
 * "matched" | "dismissed" | "no_order" | "busy" | "incomplete"}; 42501 for anyone but admin and crm_user.
 */
create function public.match_claim(
  claim uuid,
  payment uuid default null,
  account text default 'rental',
  amount numeric default null,
  method text default 'upi',
  reference text default null,
  day date default null,
  note text default '',
  voucher boolean default false,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  matched public.payment_claims;
  made public.orders;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if match_claim.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('match_claim', match_claim.key, jsonb_build_array(match_claim.claim,
    match_claim.payment, match_claim.account, match_claim.amount, match_claim.method, match_claim.reference,
    match_claim.day, match_claim.note, match_claim.voucher));
  if answer is not null then
    return (answer - 'order') || jsonb_build_object('ledger', private.ledger_by_id((answer ->> 'order')::uuid));
  end if;
  matched := private.lock_claim(match_claim.claim);
  if matched.order_id is null then
    raise exception 'Make an order of this enquiry first, so that the money has a place.'
      using errcode = 'PT409', detail = '{"reason": "no_order"}';
  end if;
  made := private.lock_ledger(matched.order_id);
  if match_claim.payment is not null then
    perform from public.payments as entry
    where entry.id = match_claim.payment and entry.order_id = made.id and entry.kind = 'received'
      and not exists (select from public.payments as reversal where reversal.reverses = entry.id);
    if not found then
      raise exception 'There is no such payment of this order.' using errcode = 'PT404';
    end if;
    answer := jsonb_build_object('payment', match_claim.payment, 'voucher', null, 'warning', null);
  else
    answer := private.write_payment(made, private.read_payment(made, match_claim.account, 'received',
      coalesce(match_claim.amount, matched.amount), match_claim.method, coalesce(match_claim.reference, matched.utr),
      match_claim.day, match_claim.note), match_claim.voucher);
  end if;
  update public.payment_claims
  set state = 'matched', payment_id = (answer ->> 'payment')::uuid, order_id = made.id
  where payment_claims.id = matched.id;
  perform private.bind_idempotency_key('match_claim', match_claim.key, answer || jsonb_build_object('order', made.id));
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute
  on function public.match_claim(uuid,uuid,text,numeric,text,text,date,text,boolean,uuid)
  to authenticated;

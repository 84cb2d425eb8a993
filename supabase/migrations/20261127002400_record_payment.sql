-- Writing the money: entries of the ledger, reversals, and claims compared with the bank.

/* An amount of rupees in a message: ₹25,000.00 with Indian digit groups. */
create function private.rupees(amount numeric) returns text
language sql immutable
set search_path = ''
as $$
  select case when amount < 0 then '-' else '' end || '₹'
    || regexp_replace(trunc(abs(amount))::text, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') || right(round(amount, 2)::text, 3)
$$;

/* The order with this id, locked: its ledger changes one at a time. Raises PT404. */
create function private.lock_ledger(order_id uuid) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders as known where known.id = lock_ledger.order_id for no key update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return made;
end
$$;

/*
 * Reads an entry that staff typed into a row of payments, without id. Raises PT422 with details {"field": "account" |
 * "kind" | "amount" | "method" | "reference" | "day" | "note"} for what cannot be right by itself.
 */
create function private.read_payment(
  made public.orders, account text, kind text, amount numeric, method text, reference text, day date, note text
) returns public.payments
language plpgsql
set search_path = ''
as $$
declare
  entry public.payments;
  moves_money constant boolean := coalesce(read_payment.kind in ('received', 'refunded'), false);
begin
  entry.order_id := made.id;
  entry.customer_id := made.customer_id;
  entry.account := read_payment.account;
  entry.kind := read_payment.kind;
  entry.method := case when moves_money then read_payment.method end;
  entry.reference := coalesce(private.trimmed(read_payment.reference), '');
  entry.day := coalesce(read_payment.day, private.today());
  entry.note := nullif(private.trimmed(read_payment.note), '');
  entry.created_by := auth.uid();
  if entry.account is null or entry.account not in ('rental', 'deposit') then
    perform private.refuse('account', 'Select rent or deposit.');
  elsif entry.kind is null or not entry.kind = any (case entry.account
    when 'rental' then '{received,refunded,tds,written_off}' else '{received,refunded,deposit_applied}' end::text[]) then
    perform private.refuse('kind', 'Select what this entry records.');
  elsif read_payment.amount is null or read_payment.amount = 'NaN' or read_payment.amount <= 0 then
    perform private.refuse('amount', 'Enter an amount above ₹0.');
  elsif read_payment.amount > 9999999999.99 then
    perform private.refuse('amount', 'This amount is too large.');
  elsif read_payment.amount <> round(read_payment.amount, 2) then
    perform private.refuse('amount', 'Enter whole paise: at most two decimals.');
  elsif moves_money and (entry.method is null
    or entry.method not in ('cash', 'upi', 'bank', 'card', 'cheque', 'other')) then
    perform private.refuse('method', 'Select how the money was paid.');
  elsif char_length(entry.reference) > 60 or entry.reference ~ '[\x01-\x1f\x7f]' then
    perform private.refuse('reference', 'A reference has at most 60 characters on one line.');
  elsif not isfinite(entry.day) or entry.day > private.today() then
    perform private.refuse('day', 'This day is in the future.');
  -- why a year: an advance may be older than the order it was recorded for; a wrong year is a slip of the keyboard.
  elsif entry.day < (made.created_at at time zone 'Asia/Kolkata')::date - 366 then
    perform private.refuse('day', 'This day is more than a year before the order was made.');
  elsif char_length(entry.note) > 500 then
    perform private.refuse('note', 'A note has at most 500 characters.');
  end if;
  entry.amount := read_payment.amount;
  return entry;
end
$$;

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

/*
 * Sets the payment field of an order after an entry of its rent: refunded when all that was received was given back,
 * fully paid when nothing is due, advance received while part is paid, pending when nothing is.
 */
create function private.set_payment_status(order_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  money constant record := private.ledger_sums(set_payment_status.order_id);
  wanted constant text := case
    when money.refunded > 0 and money.received = 0 then 'refunded'
    when money.received = 0 and money.tds = 0 and money.written_off = 0 then 'pending'
    when money.due <= 0 then 'fully_paid'
    else 'advance_received' end;
begin
  update public.orders as made set payment_status = wanted
  where made.id = set_payment_status.order_id and made.payment_status <> wanted;
end
$$;

/*
 * Writes an entry of a locked order with all that follows from it: reference, voucher, payment field. Returns {"payment",
 * "voucher": its id or null, "warning": a sentence or null}.
 */
create function private.write_payment(made public.orders, given public.payments, voucher boolean) returns jsonb
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
  return jsonb_build_object('payment', entry.id, 'voucher', entry.document_id, 'warning', warning);
end
$$;

/*
 * Records money of an order, and returns {"payment", "voucher": id or null, "warning": a sentence or null, "ledger"}.
 * A repeat with the same key records nothing and returns the first answer with the current ledger.
 *
 * account, kind: 'rental' with received, refunded, tds (deducted by the customer), written_off; 'deposit' with received,
 * refunded (returned), deposit_applied (to the rent). method and reference: of received and refunded money. day: today by
 * default. voucher: issues a receipt voucher for received, a refund voucher for refunded rent.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 with details {"reason": "busy"}, and
 * {"reason": "incomplete"} where a voucher cannot be issued; 42501 for anyone but admin and crm_user.
 */
create function public.record_payment(
  "order" uuid, account text, kind text, amount numeric, method text default null, reference text default '',
  day date default null, note text default '', voucher boolean default false, key uuid default null
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
grant execute on function public.record_payment(uuid, text, text, numeric, text, text, date, text, boolean, uuid) to authenticated;

/* Refuses a call that waited too long for a lock: PT409, details {"reason": "busy"}. */
create function private.refuse_busy_ledger() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The money of this order is busy. Please try again.' using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

/* The ledger of an order, by its id. */
create function private.ledger_by_id(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.ledger_of(made) from public.orders as made where made.id = ledger_by_id.order_id
$$;

/*
 * Takes an entry back that should not be there: a mistake, or a cheque that bounced. Returns {"payment": the reversal,
 * "voucher": id or null, "warning": null, "ledger"}. A voucher of the entry is answered by the opposite one; a claim that
 * was matched with it is open again. reason: required, at most 500 characters.
 *
 * Raises PT404 for an unknown entry; PT422 with details {"field": "reason" | "key"}; PT409 with details {"reason":
 * "reversed"} for an entry that was reversed before or is a reversal, {"reason": "in_use"} when the money was given back
 * or applied since, {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.reverse_payment(payment uuid, reason text default null, key uuid default null) returns jsonb
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
grant execute on function public.reverse_payment(uuid, text, uuid) to authenticated;

/* The open claim with this id, locked with its order. Raises PT404, and PT409 with details {"reason": state | "no_order"}. */
create function private.lock_claim(id uuid) returns public.payment_claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.payment_claims;
begin
  select * into claim from public.payment_claims as known where known.id = lock_claim.id;
  if not found then
    raise exception 'There is no such claim.' using errcode = 'PT404';
  end if;
  claim.order_id := private.order_of_claim(claim);
  -- why the order first: entries of the ledger lock it before their claims.
  perform from public.orders as made where made.id = claim.order_id for no key update;
  select known.state, known.payment_id into claim.state, claim.payment_id
  from public.payment_claims as known where known.id = lock_claim.id for update;
  if claim.state <> 'open' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', claim.state)::text,
      message = case claim.state when 'matched' then 'This claim was matched already.' else 'This claim was dismissed.' end;
  end if;
  return claim;
end
$$;

/*
 * Matches what a customer says they paid with the bank: with an entry of the ledger (payment), or by recording one,
 * amount and reference from the claim unless given. Returns what record_payment returns. The other arguments as there.
 *
 * Raises PT404 for an unknown claim or payment; PT422 with details {"field": …}; PT409 with details {"reason":
 * "matched" | "dismissed" | "no_order" | "busy" | "incomplete"}; 42501 for anyone but admin and crm_user.
 */
create function public.match_claim(
  claim uuid, payment uuid default null, account text default 'rental', amount numeric default null,
  method text default 'upi', reference text default null, day date default null, note text default '',
  voucher boolean default false, key uuid default null
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
  update public.payment_claims as known
  set state = 'matched', payment_id = (answer ->> 'payment')::uuid, order_id = made.id
  where known.id = matched.id;
  perform private.bind_idempotency_key('match_claim', match_claim.key, answer || jsonb_build_object('order', made.id));
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;
grant execute on function public.match_claim(uuid, uuid, text, numeric, text, text, date, text, boolean, uuid) to authenticated;

/*
 * Dismisses a claim whose money never arrived. A repeat changes nothing. Returns {"id", "state"}.
 * Raises PT404 for an unknown claim; PT409 with details {"reason": "matched" | "busy"}; 42501 for anyone but admin and
 * crm_user.
 */
create function public.dismiss_claim(claim uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  dismissed public.payment_claims;
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from public.payment_claims as known where known.id = dismiss_claim.claim and known.state = 'dismissed'
  ) then
    dismissed := private.lock_claim(dismiss_claim.claim);
    update public.payment_claims as known set state = 'dismissed' where known.id = dismissed.id;
  end if;
  return jsonb_build_object('id', dismiss_claim.claim, 'state', 'dismissed');
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;
grant execute on function public.dismiss_claim(uuid) to authenticated;

-- Functions and views of money, as supabase/schemas/money has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.charged_days(line public.order_items) returns integer
language sql immutable parallel safe
return case when (line).per_day then (line).rental_days else null::integer end;

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

create function private.claim_value(claim public.payment_claims) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', claim.id, 'amount', claim.amount, 'utr', claim.utr, 'state', claim.state,
    'payment_id', claim.payment_id, 'created_at', private.iso_time(claim.created_at), 'document', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = claim.document_id))
$$;

create function private.days_in(first_day date, last_day date) returns integer
language sql immutable parallel safe
return coalesce(((last_day - first_day) + 1), 1);

create function private.documents_of_order(order_id uuid, enquiry_order_id uuid)
returns setof public.documents
language sql stable
set search_path = ''
as $$
  select document.* from public.documents as document where document.order_id = documents_of_order.order_id
  union all
  select document.* from public.documents as document
  where document.enquiry_order_id = documents_of_order.enquiry_order_id
    and document.order_id is distinct from documents_of_order.order_id
$$;

create function private.erase_payment_notes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set note = null where entry.customer_id = new.id and entry.note is not null;
  return null;
end
$$;

create function private.follow_answer_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select made.id from new_rows as given
      join public.documents as document on document.id = given.document_id
      join public.orders as made on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
    where given.answer = 'accepted'));
  return null;
end
$$;

create function private.follow_document_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  order_ids := array(
    select made.id from new_rows as document join public.orders as made
      on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
    where document.state <> 'draft' and document.kind in ('quote', 'invoice', 'credit_note'));
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;

create function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_rate constant numeric := (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric * 100;
  former_rate constant numeric := (private.tax_class_of(null)).rate;
  former public.tax_classes;
  made uuid;
begin
  if new_rate <> former_rate then
    for former in
      select class.* from public.tax_classes as class
      where class.rate = former_rate and exists (
        select from private.kind_tax_classes as listed where listed.tax_class_id = class.id)
      order by class.label, class.id for update
    loop
      insert into public.tax_classes (label, sac, rate, place, created_by)
      values (former.label, former.sac, new_rate, former.place, auth.uid())
      returning id into made;
      update public.tax_classes as known set succeeded_by = made where known.id = former.id;
      update private.kind_tax_classes as listed set tax_class_id = made where listed.tax_class_id = former.id;
    end loop;
  end if;
  perform private.recount_balances(array(
    select balance.order_id from private.order_balances as balance where balance.basis = 'estimate' and balance.is_listed));
  return null;
end
$$;

create function private.follow_order_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    order_ids := array(select made.id from new_rows as made);
  else
    order_ids := array(
      select became.id from new_rows as became join old_rows as former using (id)
      where (former.total_price, former.status, former.payment_status, former.rental_from, former.rental_to)
        is distinct from (became.total_price, became.status, became.payment_status, became.rental_from, became.rental_to));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;

create function private.follow_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(select distinct entry.order_id from new_rows as entry));
  return null;
end
$$;

create function private.half_up(numerator numeric, denominator numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select div(2 * numerator + denominator, 2 * denominator)
$$;

create function private.issue_voucher(made public.orders, entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.payments;
  place constant record := private.voucher_place(made);
  corrected uuid;
  draft public.documents;
  missing jsonb;
  is_refund boolean := entry.kind = 'refunded';
begin
  if entry.kind = 'reversal' then
    select * into former from public.payments as known where known.id = entry.reverses;
    is_refund := former.kind = 'received';
    corrected := former.document_id;
  elsif is_refund then
    select document.id into corrected from public.documents as document
    where document.order_id = made.id and document.kind = 'receipt_voucher' and document.state = 'issued'
      and document.total > (
        select coalesce(sum(refund.total), 0) from public.documents as refund
        where refund.corrects = document.id and refund.kind = 'refund_voucher' and refund.state = 'issued')
    order by document.issued_at desc limit 1;
    if corrected is null then
      raise exception 'No receipt voucher was issued for this order: record the refund without a voucher.'
        using errcode = 'PT409', detail = '{"reason": "incomplete"}';
    end if;
  end if;
  insert into public.documents (id, kind, state, order_id, customer_id, billing_profile_id, place_of_supply,
    corrects, payment_id, reason, created_by)
  values (entry.document_id, case when is_refund then 'refund_voucher' else 'receipt_voucher' end, 'draft', made.id,
    made.customer_id, place.billing_profile_id, place.place_of_supply, corrected, entry.id,
    case when entry.kind = 'reversal' then entry.note end, auth.uid());
  insert into public.document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price, gross,
    discount, shared_discount, taxable, cgst, sgst, igst)
  select entry.document_id, listed.position, 'charge',
    case when is_refund then 'Refund of the advance for ' else 'Advance for ' end || made.order_number,
    part.sac, part.rate, part.place, 1, null, part.taxable, part.taxable, 0, 0, part.taxable, part.cgst, part.sgst, part.igst
  from jsonb_array_elements(private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside))
      with ordinality as listed (value, position)
    cross join jsonb_to_record(listed.value)
      as part (sac text, rate numeric, place text, taxable numeric, cgst numeric, sgst numeric, igst numeric);
  update public.documents as voucher
  set gross = sums.taxable, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst, igst = sums.igst, total = entry.amount
  from (
    select sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
    from public.document_lines as line where line.document_id = entry.document_id
  ) as sums
  where voucher.id = entry.document_id
  returning * into draft;
  missing := private.document_missing(draft, private.document_amounts(draft));
  if missing <> '[]' then
    raise exception using errcode = 'PT409', message = missing #>> '{0,text}',
      detail = jsonb_build_object('reason', 'incomplete', 'missing', missing)::text;
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'document_issued', null, issued.number)
  from private.freeze_document(entry.document_id) as issued;
end
$$;

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

create function private.ledger_by_id(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.ledger_of(made) from public.orders as made where made.id = ledger_by_id.order_id
$$;

create function private.ledger_of(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
      'payment_status', made.payment_status),
    'billed', sums.billed, 'basis', sums.basis, 'received', sums.received, 'refunded', sums.refunded, 'tds', sums.tds,
    'written_off', sums.written_off, 'due', sums.due, 'due_on', coalesce(made.rental_from, made.rental_to),
    'deposit', jsonb_build_object('held', sums.held),
    'rows', (
      select coalesce(jsonb_agg(private.payment_value(entry) order by entry.created_at, entry.id), '[]')
      from public.payments as entry where entry.order_id = made.id),
    'claims', (
      select coalesce(jsonb_agg(private.claim_value(claim) order by claim.created_at, claim.id), '[]')
      from public.payment_claims as claim
      where claim.order_id = made.id or claim.document_id in (
        select document.id from private.documents_of_order(made.id, made.enquiry_order_id) as document)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'number', document.number,
        'date', document.date, 'total', document.total) order by document.issued_at, document.id), '[]')
      from public.documents as document
      where document.order_id = made.id and document.kind in ('receipt_voucher', 'refund_voucher')
        and document.state = 'issued'))
  from private.ledger_sums(made.id) as sums
$$;

create function private.ledger_sums(
  "order" uuid,
  out billed numeric,
  out basis text,
  out expected numeric,
  out received numeric,
  out refunded numeric,
  out tds numeric,
  out written_off numeric,
  out held numeric,
  out due numeric
) returns record
language sql stable
set search_path = ''
as $$
  select bill.billed, bill.basis, bill.expected, paid.received, paid.refunded, paid.tds, paid.written_off, paid.held,
    bill.billed - paid.received - paid.tds - paid.written_off
  from private.order_bills(array[ledger_sums."order"]) as bill
    join private.paid_sums(array[ledger_sums."order"]) as paid on paid.order_id = bill.order_id
$$;

create function private.line_amount(price numeric, pieces numeric, days integer) returns numeric
language sql immutable parallel safe
return ((price * pieces) * (coalesce(days, 1))::numeric);

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

create function private.move_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set customer_id = new.customer_id
  where entry.order_id = new.id and entry.customer_id <> new.customer_id;
  return null;
end
$$;

create function private.order_bills(order_ids uuid[])
returns table (order_id uuid, billed numeric, basis text, expected numeric)
language sql stable
set search_path = ''
as $$
  select made.id,
    case when invoiced.total is null and made.status = 'cancelled' then 0
      else coalesce(invoiced.total, quoted.total, estimate.total) end,
    case when invoiced.total is not null then 'invoice' when made.status = 'cancelled' then 'none'
      when quoted.total is not null then 'quote' else 'estimate' end,
    coalesce(invoiced.total, quoted.total, estimate.total)
  from public.orders as made
    left join lateral (
      select sum(case document.kind when 'credit_note' then - document.total else document.total end) as total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
      where document.kind in ('invoice', 'credit_note') and document.state = 'issued'
      having bool_or(document.kind = 'invoice')
    ) as invoiced on true
    left join lateral (
      select document.total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
      where document.kind = 'quote' and document.state = 'issued'
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1
    ) as quoted on true
    cross join lateral (
      select round(made.total_price * (1 + private.estimated_gst_rate()), 2) as total
    ) as estimate
  where made.id = any (order_bills.order_ids)
$$;

create function private.order_due("order" uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select sums.due from private.ledger_sums(order_due."order") as sums
$$;

create function private.order_of_claim(claim public.payment_claims) returns uuid
language sql stable
set search_path = ''
as $$
  select coalesce(claim.order_id, document.order_id, made.id)
  from public.documents as document
    left join public.orders as made on made.enquiry_order_id = document.enquiry_order_id
  where document.id = claim.document_id
$$;

create function private.order_total(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select greatest(0, sums.amount - coalesce(made.discount_amount,
    round(sums.amount * made.discount_percent / 100, 2), 0))
  from public.orders as made
    cross join lateral (
      select coalesce(sum(private.line_amount(line.price, line.quantity, private.charged_days(line))), 0) as amount
      from public.order_items as line where line.order_id = made.id
    ) as sums
  where made.id = order_total.order_id
$$;

create function private.paid_sums(order_ids uuid[])
returns table (
  order_id uuid,
  received numeric,
  refunded numeric,
  tds numeric,
  written_off numeric,
  held numeric
)
language sql stable
set search_path = ''
as $$
  select listed.id, sums.rent - sums.refunded + sums.applied, sums.refunded, sums.tds, sums.written_off,
    sums.deposited - sums.returned - sums.applied
  from unnest(paid_sums.order_ids) as listed (id)
    cross join lateral (
      select
        coalesce(sum(entry.amount) filter (where entry.account = 'rental' and entry.kind = 'received'), 0) as rent,
        coalesce(sum(entry.amount) filter (where entry.account = 'rental' and entry.kind = 'refunded'), 0) as refunded,
        coalesce(sum(entry.amount) filter (where entry.kind = 'tds'), 0) as tds,
        coalesce(sum(entry.amount) filter (where entry.kind = 'written_off'), 0) as written_off,
        coalesce(sum(entry.amount) filter (where entry.kind = 'deposit_applied'), 0) as applied,
        coalesce(sum(entry.amount) filter (where entry.account = 'deposit' and entry.kind = 'received'), 0) as deposited,
        coalesce(sum(entry.amount) filter (where entry.account = 'deposit' and entry.kind = 'refunded'), 0) as returned
      from public.payments as entry
      where entry.order_id = listed.id
        and not exists (select from public.payments as reversal where reversal.reverses = entry.id)
    ) as sums
$$;

create function private.payment_value(entry public.payments) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', entry.id, 'day', entry.day, 'account', entry.account, 'kind', entry.kind,
    'amount', entry.amount, 'method', entry.method, 'reference', entry.reference, 'note', entry.note,
    'reverses', entry.reverses,
    'reversed_by', (select reversal.id from public.payments as reversal where reversal.reverses = entry.id),
    'voucher', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = entry.document_id),
    'created_at', private.iso_time(entry.created_at), 'created_by_name', private.person_name(entry.created_by))
$$;

create function private.read_payment(
  made public.orders,
  account text,
  kind text,
  amount numeric,
  method text,
  reference text,
  day date,
  note text
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

create function private.received_of("order" uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce((
    select balance.received + balance.held from private.order_balances as balance
    where balance.order_id = received_of."order"), 0)
$$;

create function private.record_claim_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  paid public.documents;
begin
  if tg_op = 'UPDATE' and not (old.state = 'open' and new.state = 'dismissed') then
    return null;
  end if;
  select * into paid from public.documents as known where known.id = new.document_id;
  perform private.record_event(paid.customer_id,
    case when coalesce(new.order_id, paid.order_id) is null then 'enquiry' else 'order' end,
    coalesce(new.order_id, paid.order_id, paid.enquiry_order_id),
    case tg_op when 'INSERT' then 'payment_claimed' else 'claim_dismissed' end, null, new.amount::text);
  return null;
end
$$;

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

create function private.recount_balances(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  insert into private.order_balances (order_id)
  select made.id from public.orders as made where made.id = any (recount_balances.order_ids) order by made.id
  on conflict (order_id) do nothing;
  -- why locked first: the figures below are read after every other change of them has ended.
  perform from private.order_balances as balance
  where balance.order_id = any (recount_balances.order_ids) order by balance.order_id for no key update;
  update private.order_balances as balance
  set billed = bill.billed, basis = bill.basis, received = paid.received, held = paid.held,
    due = bill.billed - paid.received - paid.tds - paid.written_off,
    due_on = coalesce(made.rental_from, made.rental_to, 'infinity'),
    is_listed = bill.basis in ('invoice', 'quote') or exists (
        select from public.payments as entry where entry.order_id = made.id)
      or made.status in ('confirmed', 'in_progress', 'returned') and made.payment_status not in ('fully_paid', 'refunded')
  from public.orders as made
    join private.order_bills(recount_balances.order_ids) as bill on bill.order_id = made.id
    join private.paid_sums(recount_balances.order_ids) as paid on paid.order_id = made.id
  where balance.order_id = made.id and made.id = any (recount_balances.order_ids);
end
$$;

create function private.refund_share(hours numeric) returns numeric
language sql stable
set search_path = ''
as $$
  select case
    when hours is null or hours >= private.setting_text('policy.refund_full_hours')::numeric then 1
    when hours >= private.setting_text('policy.refund_late_hours')::numeric then private.setting_text('policy.refund_late')::numeric
    when hours > -24 then private.setting_text('policy.refund_last')::numeric
    else 0 end
$$;

create function private.refuse_busy_ledger() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The money of this order is busy. Please try again.' using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

create function private.rupees(amount numeric) returns text
language sql immutable
set search_path = ''
as $$
  select case when amount < 0 then '-' else '' end || '₹'
    || regexp_replace(trunc(abs(amount))::text, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') || right(round(amount, 2)::text, 3)
$$;

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

create function private.taxed_parts(
  made public.orders,
  amount numeric,
  premises_inside boolean,
  recipient_inside boolean
) returns jsonb
language sql stable
set search_path = ''
as $$
  with basis as (
    select document.id
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
    where document.kind in ('invoice', 'quote') and document.state = 'issued' and document.taxable > 0
    order by document.kind, document.issued_at desc limit 1
  ), weighed as (
    select line.sac, line.rate, line.place, line.taxable as weight
    from public.document_lines as line join basis on basis.id = line.document_id
    where line.taxable > 0
    union all
    select class.sac, class.rate, class.place,
      private.line_amount(line.price, line.quantity, private.charged_days(line))
    from public.order_items as line cross join lateral private.tax_class_of(line.item_type) as class
    where line.order_id = made.id and not exists (select from basis)
    union all
    -- why: an order of free items has the class of text lines.
    select class.sac, class.rate, class.place, 0 from private.tax_class_of(null) as class
  ), grouped as (
    select weighed.sac, weighed.rate, weighed.place, sum(weighed.weight) as weight
    from weighed group by weighed.sac, weighed.rate, weighed.place
  ), counted as (
    select grouped.*, sum(grouped.weight) over () as whole,
      sum(grouped.weight) over (order by grouped.sac, grouped.rate, grouped.place) as upto
    from grouped
  ), shared as (
    select counted.sac, case when private.is_gst_registered() then counted.rate else 0 end as rate, counted.place, case when counted.whole = 0 then taxed_parts.amount
      else round(taxed_parts.amount * counted.upto / counted.whole, 2)
        - round(taxed_parts.amount * (counted.upto - counted.weight) / counted.whole, 2) end as part
    from counted where counted.weight > 0 or counted.whole = 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('sac', shared.sac, 'rate', shared.rate, 'place', shared.place,
      'total', shared.part) || private.tax_inside(shared.part, shared.rate,
        case shared.place when 'premises' then premises_inside else recipient_inside end)
    order by shared.sac, shared.rate, shared.place), '[]')
  from shared where shared.part > 0
$$;

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

create function private.voucher_place(
  made public.orders,
  out billing_profile_id uuid,
  out place_of_supply text,
  out premises_inside boolean,
  out recipient_inside boolean
) returns record
language sql stable
set search_path = ''
as $$
  select profile.id, basis.place, coalesce(basis.place = private.studio_state(), true),
    coalesce(coalesce(basis.place, profile.state_code) = private.studio_state(), true)
  from (select) as always
    left join lateral (
      select document.billing_profile_id, case document.place_reason when 'set' then document.place_of_supply end as place
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
      where document.kind in ('invoice', 'quote') and document.state = 'issued'
      order by document.issued_at desc limit 1
    ) as basis on true
    left join public.billing_profiles as profile
      on profile.id = coalesce(basis.billing_profile_id, private.usual_billing_profile(made.customer_id))
$$;

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

create function public.cancellation_proposal("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
  money record;
  place record;
  cancelled_at timestamptz;
  hours numeric;
  refund numeric;
  retained numeric;
  parts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as known where known.id = cancellation_proposal."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  money := private.ledger_sums(made.id);
  if made.status = 'cancelled' then
    select max(event.created_at) into cancelled_at from public.crm_events as event
    where event.subject = 'order' and event.subject_id = made.id and event.what = 'status' and event.to_value = 'cancelled';
  end if;
  hours := floor(extract(epoch from coalesce(made.rental_from, made.rental_to)::timestamp at time zone 'Asia/Kolkata'
    - coalesce(cancelled_at, private.this_moment())) / 360) / 10;
  -- why with what was refunded: the policy's share is of all that was received, so a recorded refund is not proposed again.
  refund := greatest(round((money.received + money.refunded) * private.refund_share(hours), 2) - money.refunded, 0);
  retained := greatest(money.received, 0) - refund;
  place := private.voucher_place(made);
  parts := private.taxed_parts(made, retained, place.premises_inside, place.recipient_inside);
  return jsonb_build_object('hours_notice', hours, 'refund_share', private.refund_share(hours),
    'received', money.received, 'refund', refund, 'retained', retained,
    'deposit', jsonb_build_object('held', money.held),
    'invoice', case when retained > 0 then (
      select jsonb_build_object('total', retained, 'taxable', sum((part ->> 'taxable')::numeric),
        'tax', retained - sum((part ->> 'taxable')::numeric),
        'lines', jsonb_agg(jsonb_build_object('kind', 'charge', 'text', 'Cancellation of ' || made.order_number,
          'sac', part -> 'sac', 'rate', part -> 'rate', 'place', part -> 'place', 'quantity', 1, 'days', null,
          'unit_price', part -> 'taxable') order by position))
      from jsonb_array_elements(parts) with ordinality as listed (part, position)) end,
    'credit', (
      select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'number', invoice.number,
        'rest', invoice.total - credited.total) order by invoice.issued_at), '[]')
      from private.documents_of_order(made.id, made.enquiry_order_id) as invoice
        cross join lateral (
          select coalesce(sum(note.total), 0) as total from public.documents as note
          where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued'
        ) as credited
      where invoice.kind = 'invoice' and invoice.state = 'issued' and invoice.total > credited.total));
end
$$;

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

create function public.due(cursor text default null, most integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_size constant integer := least(greatest(coalesce(most, 50), 1), 200);
  today constant date := private.today();
  after_day date := '-infinity';
  after_order uuid := '00000000-0000-0000-0000-000000000000';
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if due.cursor is not null then
    begin
      after_day := split_part(due.cursor, ' ', 1)::date;
      after_order := split_part(due.cursor, ' ', 2)::uuid;
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select coalesce(jsonb_agg(listed.value order by listed.due_on, listed.order_id), '[]') into rows
  from (
    select balance.due_on, balance.order_id, jsonb_build_object(
        'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
          'payment_status', made.payment_status, 'rental_from', made.rental_from, 'rental_to', made.rental_to),
        'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id)),
        'billed', balance.billed, 'basis', balance.basis, 'received', balance.received, 'held', balance.held,
        'due', balance.due, 'due_on', coalesce(made.rental_from, made.rental_to),
        'overdue', case when isfinite(balance.due_on) then greatest(0, today - balance.due_on) else 0 end) as value
    from private.order_balances as balance
      join public.orders as made on made.id = balance.order_id
      join public.customers as customer on customer.id = made.customer_id
    where balance.due > 0 and balance.is_listed and (balance.due_on, balance.order_id) > (after_day, after_order)
    order by balance.due_on, balance.order_id limit page_size + 1
  ) as listed;
  return jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(row.value order by row.place), '[]')
      from jsonb_array_elements(rows) with ordinality as row (value, place) where row.place <= page_size),
    'next', case when jsonb_array_length(rows) > page_size then
      coalesce(rows #>> array[(page_size - 1)::text, 'due_on'], 'infinity') || ' '
        || (rows #>> array[(page_size - 1)::text, 'order', 'id']) end,
    'total', (
      select jsonb_build_object('orders', count(*), 'due', coalesce(sum(balance.due), 0),
        'overdue_orders', count(*) filter (where balance.due_on < today),
        'overdue', coalesce(sum(balance.due) filter (where balance.due_on < today), 0))
      from private.order_balances as balance where balance.due > 0 and balance.is_listed));
end
$$;

create function public.ledger("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as known where known.id = ledger."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return private.ledger_of(made);
end
$$;

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
  update public.payment_claims as known
  set state = 'matched', payment_id = (answer ->> 'payment')::uuid, order_id = made.id
  where known.id = matched.id;
  perform private.bind_idempotency_key('match_claim', match_claim.key, answer || jsonb_build_object('order', made.id));
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

create function public.open_claims() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.claim_value(claim) || jsonb_build_object(
      'order', (
        select jsonb_build_object('id', made.id, 'number', made.order_number, 'due', private.order_due(made.id))
        from public.orders as made where made.id = private.order_of_claim(claim)),
      'customer', (
        select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id))
        from public.documents as document join public.customers as customer on customer.id = document.customer_id
        where document.id = claim.document_id),
      'same_reference', (
        select private.payment_value(entry) || jsonb_build_object('order', made.order_number)
        from private.payment_references as used
          join public.payments as entry on entry.id = used.payment_id
          join public.orders as made on made.id = used.order_id
        where used.reference = lower(private.trimmed(claim.utr)) order by entry.created_at limit 1)
    ) order by claim.created_at, claim.id), '[]')
    from (
      select open.* from public.payment_claims as open where open.state = 'open' order by open.created_at, open.id limit 500
    ) as claim);
end
$$;

create function public.payments_between("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if payments_between."from" is null or not isfinite(payments_between."from") then
    perform private.refuse('from', 'Enter the first day.');
  elsif payments_between."to" is null or not isfinite(payments_between."to")
    or payments_between."to" < payments_between."from" then
    perform private.refuse('to', 'Enter a last day that is not before the first.');
  elsif payments_between."to" - payments_between."from" > 365 then
    perform private.refuse('to', 'Export at most one year at a time.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', entry.day, 'order', made.order_number,
      'customer', customer.customer_number, 'customer_name', customer.first_name || ' ' || customer.last_name,
      'account', entry.account, 'kind', entry.kind, 'amount', entry.amount, 'method', entry.method,
      'reference', entry.reference, 'note', entry.note,
      'voucher', voucher.number,
      'reversed', reversal.id is not null,
      -- why the kind: a spreadsheet subtracts a reversal from the column of the entry that it takes back.
      'reverses', former.kind,
      'created_at', private.iso_time(entry.created_at), 'created_by_name', person.display_name
    ) order by entry.day, entry.created_at, entry.id), '[]')
    from public.payments as entry
      join public.orders as made on made.id = entry.order_id
      join public.customers as customer on customer.id = entry.customer_id
      left join public.documents as voucher on voucher.id = entry.document_id
      left join public.payments as reversal on reversal.reverses = entry.id
      left join public.payments as former on former.id = entry.reverses
      left join public.user_profiles as person on person.id = entry.created_by
    where entry.day between payments_between."from" and payments_between."to");
end
$$;

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
  key uuid default null
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

reset check_function_bodies;

grant execute on function
  public.cancellation_proposal(uuid),
  public.dismiss_claim(uuid),
  public.due(text,integer),
  public.ledger(uuid),
  public.match_claim(uuid,uuid,text,numeric,text,text,date,text,boolean,uuid),
  public.open_claims(),
  public.payments_between(date,date),
  public.record_payment(uuid,text,text,numeric,text,text,date,text,boolean,uuid),
  public.reverse_payment(uuid,text,uuid)
to authenticated;

create trigger studio_settings_gst_rate after insert or update of value on private.studio_settings
  for each row
  when (new.key = any (array['studio.gst_rate', 'studio.gst_registered'])) execute function private.follow_gst_rate();
create trigger studio_settings_gst_rate_removed after delete on private.studio_settings
  for each row
  when (old.key = any (array['studio.gst_rate', 'studio.gst_registered'])) execute function private.follow_gst_rate();

create trigger customers_erase_payment_notes after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_payment_notes();

create trigger orders_balance_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.follow_order_balances();
create trigger orders_balance_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_order_balances();
create trigger orders_move_payments after update of customer_id on public.orders
  for each row when (old.customer_id <> new.customer_id) execute function private.move_payments();

create trigger documents_balance_insert after insert on public.documents
  referencing new table as new_rows
  for each statement execute function private.follow_document_balances();
create trigger documents_balance_update after update on public.documents
  referencing new table as new_rows
  for each statement execute function private.follow_document_balances();

create trigger document_answers_balance after insert on public.document_answers
  referencing new table as new_rows
  for each statement execute function private.follow_answer_balances();

create trigger payments_balance after insert on public.payments
  referencing new table as new_rows
  for each statement execute function private.follow_payments();
create trigger payments_event after insert on public.payments
  for each row execute function private.record_payment_event();
create trigger payments_kept before delete or update on public.payments
  for each row execute function private.keep_payment();

create trigger payment_claims_event after insert or update of state on public.payment_claims
  for each row execute function private.record_claim_event();

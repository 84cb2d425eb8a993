-- Vouchers of money received and refunded (CGST Rules 50 and 51), and a cancellation by the studio's policy.

/*
 * Splits an amount that contains its tax over what an order rents: [{"text", "sac", "rate", "place", "taxable", "cgst",
 * "sgst", "igst", "total"}], one for each SAC, rate and rule of place, by their part of the newest invoice, else of the
 * newest quote, else of the order's lines. The parts are whole paise and add up to the amount; inside the state CGST =
 * SGST = round(part × rate / (200 + 2 × rate)), outside IGST = round(part × rate / (100 + rate)). 25,000 at 18 % inside:
 * taxable 21,186.44, CGST and SGST 1,906.78 each.
 * premises_inside, recipient_inside: whether supplies used in the studio, and all others, are inside its state.
 */
create function private.taxed_parts(made public.orders, amount numeric, premises_inside boolean, recipient_inside boolean)
returns jsonb
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
      line.price * line.quantity * case when line.per_day then line.rental_days else 1 end
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
    select counted.sac, counted.rate, counted.place, case when counted.whole = 0 then taxed_parts.amount
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

/*
 * To whom and where an order's vouchers are taxed: as its newest issued invoice or quote, else by the customer's newest
 * billing profile. premises_inside, recipient_inside: whether what is used in the studio, and all else, is taxed inside
 * the studio's state.
 */
create function private.voucher_place(made public.orders,
  out billing_profile_id uuid, out place_of_supply text, out premises_inside boolean, out recipient_inside boolean)
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

/* The payment of a voucher as documents show it: {"method", "reference", "day"}; null for none. */
create or replace function private.payment_content(payment uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('method', coalesce(entry.method, former.method),
    'reference', case when entry.kind = 'reversal' then former.reference else entry.reference end, 'day', entry.day)
  from public.payments as entry left join public.payments as former on former.id = entry.reverses
  where entry.id = payment_content.payment
$$;

/*
 * Issues the voucher of an entry of the ledger, which names it already (payments.document_id): a receipt voucher for money
 * received (Rule 50), a refund voucher for money given back (Rule 51), which names the receipt voucher. A reversal has the
 * opposite voucher of its entry. Raises PT409 with details {"reason": "incomplete"} without a receipt voucher to refund,
 * and with "missing" as issue_document where a fact of the studio is missing.
 */
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

/*
 * The share of the money that the studio's policy refunds with this notice, 0 to 1 (studio policy, refunds): everything
 * from policy.refund_full_hours before the first rental day begins, policy.refund_late from policy.refund_late_hours,
 * then policy.refund_last; nothing once the first rental day has ended, as for a no-show. Without dates: everything.
 */
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

/*
 * The refund by the studio's policy of an order that was cancelled, or if it is cancelled now: {"hours_notice": from the
 * cancellation until the first rental day begins in the studio, null without dates, "refund_share", "received", "refund":
 * what is still to be refunded, "retained", "deposit": {"held"}: to be returned whole,
 * "invoice": {"total", "taxable", "tax", "lines": [{"kind", "text", "sac", "rate", "place", "quantity", "days",
 * "unit_price"}]} for what the studio retains, or null, "credit": [{"id", "number", "rest"}]: invoices that a credit note
 * would take back}. Changes nothing.
 * Raises PT404 for an unknown order; 42501 for anyone but admin and crm_user.
 */
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
grant execute on function public.cancellation_proposal(uuid) to authenticated;

/*
 * Issues the voucher of an entry of the ledger, which names it already (payments.document_id): a receipt voucher for money
 * received (Rule 50), a refund voucher for money given back (Rule 51), which names the receipt vouchers. A reversal has the
 * opposite voucher of its entry. What takes a voucher back has its parties, place, rates and split. Raises PT409 with
 * details {"reason": "incomplete"} where the receipt vouchers do not have the refund, and with "missing" as issue_document
 * where a fact of the studio is missing.
 */
create function private.issue_voucher(made public.orders, entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.payments;
  place constant record := private.voucher_place(made);
  corrected public.documents;
  parts jsonb;
  draft public.documents;
  is_refund boolean := entry.kind = 'refunded';
begin
  if entry.kind = 'reversal' then
    select * into former from public.payments as payment where payment.id = entry.reverses;
    is_refund := former.kind = 'received';
    select jsonb_agg(jsonb_build_object('corrects', listed.document_id, 'number', document.number,
        'credits_position', listed.position, 'sac', listed.sac, 'rate', listed.rate, 'place', listed.place,
        'taxable', listed.taxable, 'cgst', listed.cgst, 'sgst', listed.sgst, 'igst', listed.igst)
        order by listed.position)
      into parts
    from public.document_lines as listed join public.documents as document on document.id = listed.document_id
    where listed.document_id = former.document_id;
  elsif is_refund then
    parts := private.refunded_parts(made.id, entry.amount);
  else
    parts := private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside, place.outside_taxed);
  end if;
  select * into corrected from public.documents as document where document.id = (parts #>> '{0,corrects}')::uuid;
  insert into public.documents (id, kind, state, order_id, customer_id, billing_profile_id, place_of_supply,
    corrects, payment_id, reason, created_by)
  values (entry.document_id, case when is_refund then 'refund_voucher' else 'receipt_voucher' end, 'draft', made.id,
    made.customer_id, case when corrected.id is null then place.billing_profile_id else corrected.billing_profile_id end,
    case when corrected.id is null then place.place_of_supply else corrected.place_of_supply end, corrected.id, entry.id,
    case when entry.kind = 'reversal' then entry.note end, auth.uid());
  insert into public.document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price, gross,
    discount, shared_discount, taxable, cgst, sgst, igst, corrects, credits_position)
  select entry.document_id, listed.position, 'charge',
    case when is_refund then format('Refund of the advance for %s (%s)', made.order_number, part.number)
      else 'Advance for ' || made.order_number end,
    part.sac, part.rate, part.place, 1, null, part.taxable, part.taxable, 0, 0, part.taxable, part.cgst, part.sgst, part.igst,
    case when is_refund then part.corrects end, case when is_refund then part.credits_position end
  from jsonb_array_elements(parts) with ordinality as listed (value, position)
    cross join jsonb_to_record(listed.value) as part (sac text, rate numeric, place text, taxable numeric, cgst numeric,
      sgst numeric, igst numeric, number text, corrects uuid, credits_position smallint);
  update public.documents as voucher
  set gross = sums.taxable, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst, igst = sums.igst, total = entry.amount
  from (
    select sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
    from public.document_lines as line where line.document_id = entry.document_id
  ) as sums
  where voucher.id = entry.document_id
  returning * into draft;
  perform private.refuse_incomplete(private.document_missing(draft, private.document_amounts(draft)));
  perform private.record_event(made.customer_id, 'order', made.id, 'document_issued', null, issued.number)
  from private.freeze_document(entry.document_id) as issued;
end
$$;

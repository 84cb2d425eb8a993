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
  perform private.refuse_incomplete(private.document_missing(draft, private.document_amounts(draft)));
  perform private.record_event(made.customer_id, 'order', made.id, 'document_issued', null, issued.number)
  from private.freeze_document(entry.document_id) as issued;
end
$$;

/*
 * The lines of an order's issued receipt vouchers with what is left of each, newest receipt first: rest, and what refund
 * vouchers took back of it (back, and its taxes), in rupees with GST. parties: equal for vouchers of the same customer,
 * studio and place of supply. A refund voucher from before lines named their receipt took back its receipt line by line.
 */
create function private.receipt_lines(order_id uuid)
returns table (
  receipt uuid,
  number text,
  place bigint,
  parties jsonb,
  line public.document_lines,
  whole numeric,
  rest numeric,
  back numeric,
  back_half numeric,
  back_igst numeric
)
language sql stable
set search_path = ''
as $$
  with receipts as (
    select document.id, document.number, document.frozen, document.place_of_supply,
      row_number() over (order by document.issued_at desc, document.id) as place
    from public.documents as document
    where document.order_id = receipt_lines.order_id and document.kind = 'receipt_voucher' and document.state = 'issued'
  ), taken as (
    select returned.corrects, returned.credits_position, sum(returned.taxable + returned.cgst + returned.sgst + returned.igst) as amount,
      sum(returned.cgst) as half, sum(returned.igst) as igst
    from public.document_lines as returned join public.documents as refund on refund.id = returned.document_id and refund.state = 'issued'
    where returned.corrects in (select receipts.id from receipts)
    group by returned.corrects, returned.credits_position
  ), former as (
    select refund.corrects, sum(refund.total) as amount
    from public.documents as refund
    where refund.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
      and not exists (
        select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null)
    group by refund.corrects
  ), priced as (
    select receipts.*, listed as line, listed.taxable + listed.cgst + listed.sgst + listed.igst as whole,
      sum(listed.taxable + listed.cgst + listed.sgst + listed.igst)
        over (partition by receipts.id order by listed.position) as upto
    from receipts join public.document_lines as listed on listed.document_id = receipts.id
  )
  select priced.id, priced.number, priced.place,
    jsonb_build_array(priced.frozen -> 'customer', priced.frozen #> '{studio,gstin}', priced.place_of_supply),
    priced.line, priced.whole,
    greatest(0, priced.whole - coalesce(taken.amount, 0)
      - least(priced.whole, greatest(0, coalesce(former.amount, 0) - (priced.upto - priced.whole)))),
    coalesce(taken.amount, 0), coalesce(taken.half, 0), coalesce(taken.igst, 0)
  from priced
    left join taken on taken.corrects = priced.id and taken.credits_position = (priced.line).position
    left join former on former.corrects = priced.id
$$;

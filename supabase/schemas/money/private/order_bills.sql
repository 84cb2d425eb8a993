/*
 * Rupees that orders have to pay with tax, and by which document: issued invoices less credit notes; without an invoice
 * the quote, an accepted one first, else the newest; without either the order's total with the GST rate of estimates, rounded
 * to paise. A cancelled order without an invoice has nothing to pay. expected: the same as if it were not cancelled.
 */
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
      select sum(kinds.bill_sign * document.total) as total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.bill_sign <> 0
      where document.state = 'issued'
      having bool_or(kinds.bill_sign > 0)
    ) as invoiced on true
    left join lateral (
      select document.total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.is_offer
      where document.state = 'issued'
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1
    ) as quoted on true
    cross join lateral (
      select round(made.total_price * (1 + private.estimated_gst_rate()), 2) as total
    ) as estimate
  where made.id = any (order_bills.order_ids)
$$;
